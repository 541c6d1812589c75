import { type PointerEvent, useRef } from "react";
import type { Box } from "./box";

interface DragStart {
	pointer: number;
	box: Box;
	x: number;
	y: number;
}

/** Following a pointer of any kind from where it went down, with the box as it was then. */
export function useDrag(box: Box, onDrag: (start: Box, x: number, y: number) => void) {
	const held = useRef<DragStart>(null);
	const end = () => {
		held.current = null;
	};
	return {
		onPointerDown: (event: PointerEvent<HTMLElement>) => {
			if (event.button !== 0 || isControl(event)) return;
			event.currentTarget.setPointerCapture(event.pointerId);
			held.current = { pointer: event.pointerId, box, x: event.clientX, y: event.clientY };
		},
		onPointerMove: (event: PointerEvent<HTMLElement>) => {
			const start = held.current;
			if (start?.pointer !== event.pointerId) return;
			onDrag(start.box, event.clientX - start.x, event.clientY - start.y);
		},
		onPointerUp: end,
		onPointerCancel: end,
	};
}

/** Pressing a button in the header is not moving the panel; the grip is there to be moved by. */
function isControl({ target }: PointerEvent): boolean {
	return target instanceof Element && target.closest("button:not([aria-description]), input, [role=menuitem]") !== null;
}
