import { type ReactNode, useLayoutEffect, useRef } from "react";
import styles from "./AddFact.module.css";
import { floated, offered } from "./floated";
import type { SelectedText } from "./useSelectedText";

interface FloatProps {
	words: Pick<SelectedText, "above" | "top" | "left">;
	/** Where the words end, and not in the middle. */
	atEnd?: boolean;
	children: ReactNode;
}

/** What belongs to some words lies below or above them, wherever it fits in what is seen of the text, and never on them. */
export function Float({ words: { above, top, left }, atEnd = false, children }: FloatProps) {
	const box = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		const float = box.current;
		const view = float?.closest("section");
		const column = float?.parentElement;
		if (!float || !view || !column) return;
		const place = () => {
			const from = view.getBoundingClientRect().top - column.getBoundingClientRect().top;
			const seen = { from, to: from + view.clientHeight };
			if (atEnd) {
				const start = Math.max(0, Math.min(left, column.clientWidth - float.offsetWidth));
				float.style.insetInlineStart = `${start}px`;
				float.style.insetBlockStart = `${offered({ above, below: top }, seen, float.offsetHeight)}px`;
				return;
			}
			float.style.maxBlockSize = "";
			const at = floated({ above, below: top }, seen, float.offsetHeight);
			float.style.insetBlockStart = `${at.top}px`;
			float.style.maxBlockSize = at.height === null ? "" : `${at.height}px`;
			// The words themselves may have to make room.
			if (at.scroll !== 0) view.scrollTop += at.scroll;
		};
		place();
		const observer = new ResizeObserver(place);
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
