import { type RefObject, useEffect, useState } from "react";
import { selectedText, type TextRange } from "./selectedText";

/** Selected words of the Input, where they end on the page, and the rows that must stay for the selection to live. */
export type SelectedText = TextRange & {
	input: string;
	/** Of the first line, its upper edge, and of the last its lower. */
	above: number;
	top: number;
	left: number;
	rows: number[];
};

export function useSelectedText(column: RefObject<HTMLElement | null>, input: string): SelectedText | null {
	const [selected, setSelected] = useState<SelectedText | null>(null);
	useEffect(() => {
		const read = () => setSelected(column.current && readSelection(column.current, input));
		document.addEventListener("selectionchange", read);
		// Rows that are measured once they are drawn, and another width, move the words.
		const observer = new ResizeObserver(read);
		if (column.current) observer.observe(column.current);
		return () => {
			document.removeEventListener("selectionchange", read);
			observer.disconnect();
		};
	}, [column, input]);
	return selected;
}

function readSelection(column: HTMLElement, input: string): SelectedText | null {
	const selection = document.getSelection();
	if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
	const range = selection.getRangeAt(0);
	const text = range.intersectsNode(column) ? selectedText(column, range) : null;
	if (!text) return null;
	const columnRect = column.getBoundingClientRect();
	const lines = [...range.getClientRects()].filter(({ height }) => height > 0);
	const first = lines[0] ?? range.getBoundingClientRect();
	const end = lines.at(-1) ?? range.getBoundingClientRect();
	return {
		...text,
		input,
		above: Math.min(first.top, end.top) - columnRect.top,
		top: end.bottom - columnRect.top,
		left: end.right - columnRect.left,
		rows: [rowOf(range.startContainer), rowOf(range.endContainer)].filter((row) => row !== null),
	};
}

function rowOf(node: Node): number | null {
	const element = node instanceof Element ? node : node.parentElement;
	const index = element?.closest("[data-index]")?.getAttribute("data-index");
	return index ? Number(index) : null;
}
