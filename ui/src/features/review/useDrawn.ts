import { useEffect, useRef } from "react";

/** Answers whether what is looked at has been drawn, once for each time that it is. */
export function useDrawn(id: string | undefined): () => boolean {
	const drawn = useRef<string>(undefined);
	useEffect(() => {
		const frame = requestAnimationFrame(() => {
			drawn.current = id;
		});
		return () => cancelAnimationFrame(frame);
	});
	return () => {
		const isDrawn = id !== undefined && drawn.current === id;
		if (isDrawn) drawn.current = undefined;
		return isDrawn;
	};
}
