/** The position and size of the panel, in pixels of the window, and how moving and resizing change that. */

export interface Box {
	left: number;
	top: number;
	width: number;
	height: number;
}

export interface Size {
	width: number;
	height: number;
}

/** The sides that are moved: "n" is the upper edge, "se" the lower right corner. */
export type Sides = "n" | "s" | "e" | "w" | "ne" | "nw" | "se" | "sw";

const START: Size = { width: 400, height: 500 };
const SMALLEST: Size = { width: 280, height: 240 };
/** From the window's own edges. */
const GAP = 4;
const RIGHT = 24;
const BOTTOM = 80;

export function startBox(window: Size): Box {
	return clamp(
		{ left: window.width - RIGHT - START.width, top: window.height - BOTTOM - START.height, ...START },
		window,
	);
}

/** As it was left, but never beyond a window that has become smaller. */
export function clamp(box: Box, window: Size): Box {
	const width = between(SMALLEST.width, box.width, window.width - 2 * GAP);
	const height = between(SMALLEST.height, box.height, window.height - 2 * GAP);
	return {
		width,
		height,
		left: between(GAP, box.left, window.width - GAP - width),
		top: between(GAP, box.top, window.height - GAP - height),
	};
}

export function moved(box: Box, x: number, y: number, window: Size): Box {
	return clamp({ ...box, left: box.left + x, top: box.top + y }, window);
}

/** Moves some sides; the opposite ones stay where they are. */
export function resized(box: Box, sides: Sides, x: number, y: number, window: Size): Box {
	const { left, top, width, height } = clamp(box, window);
	const right = left + width;
	const bottom = top + height;
	const next = { left, top, right, bottom };
	if (sides.includes("w")) next.left = between(GAP, left + x, right - SMALLEST.width);
	if (sides.includes("e")) next.right = between(left + SMALLEST.width, right + x, window.width - GAP);
	if (sides.includes("n")) next.top = between(GAP, top + y, bottom - SMALLEST.height);
	if (sides.includes("s")) next.bottom = between(top + SMALLEST.height, bottom + y, window.height - GAP);
	return clamp(
		{ left: next.left, top: next.top, width: next.right - next.left, height: next.bottom - next.top },
		window,
	);
}

/** In a window with no room for the least, the upper bound wins. */
function between(least: number, value: number, most: number): number {
	return Math.max(Math.min(least, most), Math.min(Math.max(least, value), most));
}
