import type { Label } from "../../../ipc/label";
import { asLink, kindOf } from "../../../shared/cards/kinds";
import type { Board } from "./board";
import styles from "./Grid.module.css";

/**
 * Dragging a card: onto one of a neighbouring column to link them, or to part them if they are linked; between others of
 * its own to move it, into the chat to mention it. Pointer events of our own, since the webview's drag and drop belongs to
 * files from outside.
 */

export type Drop =
	/** `mark` is what letting go would do as far as is known here; the host has the last word. */
	{ kind: "join"; mark: "link" | "unlink"; to: Label } | { kind: "move"; before: Label | null } | { kind: "mention" };

/** Less than this is a press with an unsteady hand. */
const SLACK = 6;
const EDGE = 48;
const SPEED = 14;

interface Start {
	label: Label;
	/** True if others of its column come along. */
	isOneOfMany: boolean;
	/** The text drawn at the pointer. */
	caption: string;
	/** All that it is linked with: a card names only the first of many. */
	linked: () => Promise<ReadonlySet<Label>>;
	x: number;
	y: number;
}

export function followDrag(board: Board, start: Start, onDrop: (drop: Drop) => void): () => void {
	let ghost: HTMLElement | null = null;
	let marked: HTMLElement | null = null;
	let drop: Drop | null = null;
	let at = { x: start.x, y: start.y };
	let frame = 0;
	let linked: ReadonlySet<Label> | null = null;

	const mark = (cell: HTMLElement | null, where: string) => {
		if (marked && marked !== cell) delete marked.dataset.drop;
		if (cell) cell.dataset.drop = where;
		marked = cell;
	};
	const aim = () => {
		const under = document.elementFromPoint(at.x, at.y);
		const chat = under?.closest<HTMLElement>("[data-chat-input]");
		if (chat) {
			drop = { kind: "mention" };
			mark(chat, "mention");
			return;
		}
		const cell = under?.closest<HTMLElement>("[data-label]") ?? null;
		const label = cell?.dataset.label;
		drop =
			cell && label !== undefined && label !== start.label ? dropOn(board, start, linked, label, cell, at.y) : null;
		mark(drop ? cell : null, drop?.kind === "join" ? drop.mark : isAbove(cell, at.y) ? "before" : "after");
	};
	const learn = async () => {
		// Without it the mark is as good as what the cards say.
		linked = await start.linked().catch(() => null);
		if (ghost) aim();
	};
	const drift = () => {
		frame = requestAnimationFrame(drift);
		const scroller = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>("[data-column]");
		const box = scroller?.getBoundingClientRect();
		if (!scroller || !box) return;
		if (at.y < box.top + EDGE) scroller.scrollTop -= SPEED;
		else if (at.y > box.bottom - EDGE) scroller.scrollTop += SPEED;
		else return;
		aim();
	};
	const onMove = (event: PointerEvent) => {
		at = { x: event.clientX, y: event.clientY };
		if (!ghost) {
			if (Math.hypot(at.x - start.x, at.y - start.y) < SLACK) return;
			ghost = makeGhost(start.caption);
			void learn();
			frame = requestAnimationFrame(drift);
		}
		ghost.style.transform = `translate(${at.x + 12}px, ${at.y + 8}px)`;
		aim();
	};
	const onUp = () => {
		const made = ghost && drop;
		stop();
		if (made) onDrop(made);
	};
	const onKey = (event: KeyboardEvent) => {
		if (event.key !== "Escape" || !ghost) return;
		event.preventDefault();
		event.stopPropagation();
		stop();
	};
	const stop = () => {
		cancelAnimationFrame(frame);
		ghost?.remove();
		ghost = null;
		mark(null, "");
		window.removeEventListener("pointermove", onMove);
		window.removeEventListener("pointerup", onUp);
		window.removeEventListener("pointercancel", stop);
		window.removeEventListener("keydown", onKey, true);
	};
	window.addEventListener("pointermove", onMove);
	window.addEventListener("pointerup", onUp);
	window.addEventListener("pointercancel", stop);
	window.addEventListener("keydown", onKey, true);
	return stop;
}

function dropOn(
	board: Board,
	start: Start,
	linked: ReadonlySet<Label> | null,
	label: Label,
	cell: HTMLElement,
	y: number,
): Drop | null {
	const ends = asLink(start.label, label);
	if (ends) {
		const areLinked = linked?.has(label) ?? board.card(ends.down)?.upLabels.includes(ends.up);
		// Of several that come along some may be linked and some not: those are only ever linked.
		return { kind: "join", mark: areLinked && !start.isOneOfMany ? "unlink" : "link", to: label };
	}
	if (kindOf(start.label) !== kindOf(label)) return null;
	if (isAbove(cell, y)) return { kind: "move", before: label };
	const source = board.body(kindOf(label))?.source;
	const row = source?.rowOf(label);
	if (!source || row === undefined) return null;
	const next = source.at(row + 1)?.label;
	// The card below is not loaded only where the column ends.
	if (next === undefined && row + 1 < source.count) return null;
	return { kind: "move", before: next ?? null };
}

function isAbove(cell: HTMLElement | null, y: number): boolean {
	const box = cell?.getBoundingClientRect();
	return box !== undefined && y < box.top + box.height / 2;
}

function makeGhost(caption: string): HTMLElement {
	const ghost = document.createElement("div");
	ghost.className = styles.ghost ?? "";
	ghost.textContent = caption;
	ghost.ariaHidden = "true";
	document.body.append(ghost);
	return ghost;
}
