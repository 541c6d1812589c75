/** Selects words of the Input on the screen, as a pointer would; the reverse of `selectedText`. */
import type { TextSpan } from "./sentences";

/** Frames to wait for the rows to be mounted. */
const MAX_FRAMES = 90;
const MARGIN = 24;

export async function selectSpan(view: HTMLElement, { start, end }: TextSpan): Promise<void> {
	for (let frame = 0; frame < MAX_FRAMES; frame += 1) {
		const from = pointAt(view, start, "begins");
		const to = pointAt(view, end, "ends");
		if (from && to) {
			document.getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
			bringIntoView(view, from, to);
			return;
		}
		await new Promise(requestAnimationFrame);
	}
}

type Point = { node: Text; offset: number };

/** Returns the point of an offset of the Input on the page: what begins there, or what ends there. */
function pointAt(view: HTMLElement, offset: number, what: "begins" | "ends"): Point | null {
	for (const block of view.querySelectorAll<HTMLElement>("[data-block-start]")) {
		const start = Number(block.dataset.blockStart);
		const length = block.textContent.length;
		const inside =
			what === "begins" ? offset >= start && offset < start + length : offset > start && offset <= start + length;
		if (inside) return pointIn(block, offset - start, what);
	}
	return null;
}

function pointIn(block: HTMLElement, offset: number, what: "begins" | "ends"): Point | null {
	const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
	let before = 0;
	for (let node = texts.nextNode(); node instanceof Text; node = texts.nextNode()) {
		const behind = before + node.length;
		if (what === "begins" ? offset < behind : offset <= behind) return { node, offset: offset - before };
		before = behind;
	}
	return null;
}

/** Scrolls to as much of the words as there is room for, from their beginning on. */
function bringIntoView(view: HTMLElement, from: Point, to: Point): void {
	const words = document.createRange();
	words.setStart(from.node, from.offset);
	words.setEnd(to.node, to.offset);
	const box = words.getBoundingClientRect();
	const frame = view.getBoundingClientRect();
	const above = box.top - frame.top - MARGIN;
	const below = box.bottom - frame.bottom + MARGIN;
	view.scrollTop += below > 0 ? Math.min(above, below) : Math.min(above, 0);
}
