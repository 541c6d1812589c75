/** How tall a row will be, guessed from what the outline says; the virtualiser measures it once it is mounted. */
const LINE = 25.6;
const CHARS_PER_LINE = 68;
const PARAGRAPH_GAP = 16;
const CARD = 52;

/** From this many facts on, a block shows a count in place of its cards. */
export const MAX_CARDS = 8;

function estimateHeight(length: number, facts: number): number {
	const lines = Math.max(1, Math.ceil(length / CHARS_PER_LINE));
	const cards = facts > MAX_CARDS ? 1 : facts;
	return Math.round(Math.max(lines * LINE, cards * CARD) + PARAGRAPH_GAP);
}

/** Where each block would begin if every estimate were right, and after the last where the text ends. */
export function estimatedTops(lengths: readonly number[], factCounts: readonly number[]): number[] {
	const tops = [0];
	let top = 0;
	lengths.forEach((length, block) => {
		top += estimateHeight(length, factCounts[block] ?? 0);
		tops.push(top);
	});
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
