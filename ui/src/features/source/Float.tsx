import { type ReactNode, useLayoutEffect, useRef } from "react";
import styles from "./AddFact.module.css";
import { besidePosition, buttonTop, floatPosition, marginStart } from "./floatPosition";
import type { SelectedText } from "./useSelectedText";

interface FloatProps {
	words: Pick<SelectedText, "above" | "top" | "left">;
	/** Puts it at the end of the words, and not at their middle. */
	atEnd?: boolean;
	children: ReactNode;
}

/** A form narrower than this is no use. */
const LEAST_FORM = 240;

/** Lays its content into the margin beside the words it belongs to, or else below or above them, and never on them. */
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
			const text =
				column.querySelector("[data-block-start]")?.getBoundingClientRect().right ?? Number.POSITIVE_INFINITY;
			const edges = { text: text - column.getBoundingClientRect().left, all: column.clientWidth };
			const aside = marginStart(edges, atEnd ? float.offsetWidth : LEAST_FORM);
			if (atEnd) {
				const besideTop = top - float.offsetHeight;
				if (aside !== null && !isOnCard(column, besideTop, top)) {
					float.style.insetInlineStart = `${aside}px`;
					float.style.insetBlockStart = `${besideTop}px`;
					return;
				}
				const start = Math.max(0, Math.min(left, column.clientWidth - float.offsetWidth));
				float.style.insetInlineStart = `${start}px`;
				float.style.insetBlockStart = `${buttonTop({ above, below: top }, seen, float.offsetHeight)}px`;
				return;
			}
			float.style.maxBlockSize = "";
			float.style.insetInlineStart = aside === null ? "" : `${aside}px`;
			float.toggleAttribute("data-beside", aside !== null);
			const height = float.offsetHeight;
			const at =
				aside === null ? floatPosition({ above, below: top }, seen, height) : besidePosition(above, seen, height);
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

/** Returns whether a fact's card stands in the margin at this height of the column. */
function isOnCard(column: HTMLElement, from: number, to: number): boolean {
	const { top } = column.getBoundingClientRect();
	return [...column.querySelectorAll("[data-fact-card]")].some((card) => {
		const box = card.getBoundingClientRect();
		return box.top - top < to && box.bottom - top > from;
	});
}
