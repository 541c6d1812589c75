/** How tall a row will be, guessed from what the outline says; the virtualiser measures it once it is mounted. */
const LINE = 25.6;
const CHARS_PER_LINE = 68;
const PARAGRAPH_GAP = 16;

/** From this many facts on, a block shows a count in place of its cards. */
export const MAX_CARDS = 8;

function estimateHeight(length: number): number {
	return Math.round(Math.max(1, Math.ceil(length / CHARS_PER_LINE)) * LINE + PARAGRAPH_GAP);
}

/** Where each block would begin if every estimate were right, and after the last where the text ends. */
export function estimatedTops(lengths: readonly number[]): number[] {
	const tops = [0];
	let top = 0;
	for (const length of lengths) {
		top += estimateHeight(length);
		tops.push(top);
	}
	return tops;
}

/**
 * Tops for cards that want to stand at `wanted` heights (ascending): each at its own height, or right
 * under the card before it.
 */
export function stackCards(wanted: readonly number[], heights: readonly number[], gap: number): number[] {
	let free = 0;
	return wanted.map((top, i) => {
		const place = Math.max(top, free);
		free = place + (heights[i] ?? 0) + gap;
		return place;
	});
}

/** Of each card that lies under another one its first line is still seen. */
const SEEN = 22;

/** The same, brought nearer to one another where they would reach below the words that they stand beside. */
export function squeezed(tops: readonly number[], heights: readonly number[], room: number): number[] {
	const last = tops.length - 1;
	if (last < 1 || (tops[last] ?? 0) + (heights[last] ?? 0) <= room) return [...tops];
	const step = Math.max(SEEN, (room - (heights[last] ?? 0)) / last);
	return tops.map((top, at) => Math.min(top, at * step));
}
