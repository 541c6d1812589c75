import { useEffect, useState } from "react";

/** Returns the value that `now` had when the window was last painted: what a press leads to is made once the press
 * itself is to be seen. */
export function usePaintedValue<T>(now: T): T {
	const [shown, show] = useState(now);
	useEffect(() => {
		let painted: ReturnType<typeof setTimeout>;
		const frame = requestAnimationFrame(() => {
			painted = setTimeout(() => show(now));
		});
		return () => {
			cancelAnimationFrame(frame);
			clearTimeout(painted);
		};
	}, [now]);
	return shown;
}
