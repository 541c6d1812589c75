import { type ReactNode, useLayoutEffect, useRef } from "react";
import styles from "./AddFact.module.css";
import { buttonTop, floatPosition } from "./floatPosition";
import type { SelectedText } from "./useSelectedText";

interface FloatProps {
	words: Pick<SelectedText, "above" | "top" | "left">;
	/** Puts it at the end of the words, and not at their middle. */
	atEnd?: boolean;
	children: ReactNode;
}

/** Lays its content below or above the words it belongs to, wherever it fits in the visible text, and never on them. */
export function Float({ words: { above, top, left }, atEnd = false, children }: FloatProps) {
	const box = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		const float = box.current;
		const view = float?.closest("section");
		const column = float?.parentElement;
		if (!float || !view || !column) return;
		const updatePosition = () => {
			const from = view.getBoundingClientRect().top - column.getBoundingClientRect().top;
			const seen = { from, to: from + view.clientHeight };
			if (atEnd) {
				const start = Math.max(0, Math.min(left, column.clientWidth - float.offsetWidth));
				float.style.insetInlineStart = `${start}px`;
				float.style.insetBlockStart = `${buttonTop({ above, below: top }, seen, float.offsetHeight)}px`;
				return;
			}
			float.style.maxBlockSize = "";
			const at = floatPosition({ above, below: top }, seen, float.offsetHeight);
			float.style.insetBlockStart = `${at.top}px`;
			float.style.maxBlockSize = at.height === null ? "" : `${at.height}px`;
			// The words themselves may have to make room.
			if (at.scroll !== 0) view.scrollTop += at.scroll;
		};
		updatePosition();
		const observer = new ResizeObserver(updatePosition);
		for (const child of float.children) observer.observe(child);
		observer.observe(view);
		return () => observer.disconnect();
	}, [above, top, left, atEnd]);
	return (
		<div ref={box} className={styles.place} data-end={atEnd || undefined} data-offer={atEnd || undefined}>
			{children}
		</div>
	);
}
