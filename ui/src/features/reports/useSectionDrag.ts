import { type PointerEvent, type RefObject, useRef, useState } from "react";
import type { ReportSection } from "../../ipc/bindings";
import { type Gap, gapUnder, type Move, moveIntoGap, withoutSection } from "./sectionMoves";

interface Drag {
	/** The dragged section; none before the pointer has gone a little way. */
	id: string | null;
	gap: Gap | null;
	begin: (event: PointerEvent, id: string) => void;
	/** Returns whether the press that ends now was a drag, and no click. */
	wasDragged: () => boolean;
}

/** Distance in pixels of a press before it drags, and width of a level of the outline. */
const FAR = 5;
const LEVEL = 12;
const EDGE = 24;

/**
 * A section dragged through the outline by the pointer: up and down for its place, left and right for its level. The
 * system's own drag and drop belongs to files.
 */
export function useSectionDrag(
	sections: readonly ReportSection[],
	shown: readonly ReportSection[],
	onMove: (section: string, to: Move) => void,
	within: RefObject<HTMLElement | null>,
): Drag {
	const dragged = useRef(false);
	const [now, setNow] = useState<{ id: string; gap: Gap } | null>(null);

	const gapAt = (id: string, x: number, y: number): Gap => {
		const rest = withoutSection(shown, id);
		const rows = [...(within.current?.querySelectorAll<HTMLElement>("[data-section]") ?? [])];
		const above = rows
			.filter((row) => rest.some((section) => section.id === row.dataset.section))
			.filter((row) => y > row.getBoundingClientRect().top + row.offsetHeight / 2)
			.reduce((low: HTMLElement | null, row) => (low && top(low) > top(row) ? low : row), null);
		const line = rest.findIndex((section) => section.id === above?.dataset.section);
		const left = within.current?.getBoundingClientRect().left ?? 0;
		return gapUnder(rest, line, Math.round((x - left) / LEVEL));
	};
	const begin = (event: PointerEvent, id: string) => {
		dragged.current = false;
		if (event.button !== 0 || event.pointerType === "touch") return;
		const { clientX, clientY } = event;
		let gap: Gap | null = null;
		const on = (moved: globalThis.PointerEvent) => {
			if (!dragged.current && Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < FAR) return;
			dragged.current = true;
			scrollNear(within.current, moved.clientY);
			gap = gapAt(id, moved.clientX, moved.clientY);
			setNow({ id, gap });
		};
		const end = (last: Event) => {
			window.removeEventListener("pointermove", on);
			window.removeEventListener("pointerup", end);
			window.removeEventListener("pointercancel", end);
			window.removeEventListener("keydown", leave, true);
			setNow(null);
			const to = last.type === "pointerup" && gap ? moveIntoGap(sections, id, gap) : null;
			if (to) onMove(id, to);
		};
		const leave = (pressed: KeyboardEvent) => {
			if (pressed.key !== "Escape") return;
			pressed.preventDefault();
			pressed.stopPropagation();
			end(pressed);
		};
		window.addEventListener("pointermove", on);
		window.addEventListener("pointerup", end);
		window.addEventListener("pointercancel", end);
		window.addEventListener("keydown", leave, true);
	};
	return { id: now?.id ?? null, gap: now?.gap ?? null, begin, wasDragged: () => dragged.current };
}

const top = (row: HTMLElement) => row.getBoundingClientRect().top;

/** A drag to an edge of the list goes on beyond it. */
function scrollNear(outline: HTMLElement | null, y: number): void {
	const scroller = outline?.firstElementChild;
	if (!scroller) return;
	const box = scroller.getBoundingClientRect();
	if (y < box.top + EDGE) scroller.scrollTop -= EDGE;
	else if (y > box.bottom - EDGE) scroller.scrollTop += EDGE;
}
