/** Height of a row, guessed from what the outline says; the virtualiser measures it once it is mounted. */
const LINE = 25.6;
const CHARS_PER_LINE = 68;
const PARAGRAPH_GAP = 16;

/** From this many facts on, a block shows a count in place of its cards. */
export const MAX_CARDS = 8;

function estimateHeight(length: number): number {
	return Math.round(Math.max(1, Math.ceil(length / CHARS_PER_LINE)) * LINE + PARAGRAPH_GAP);
}

/** Returns the start of each block if every estimate were right, and after the last the end of the text. */
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
		const cardTop = Math.max(top, free);
		free = cardTop + (heights[i] ?? 0) + gap;
		return cardTop;
	});
}

interface FittedCards {
	tops: number[];
	/** The cards of one line. */
	short: boolean[];
	/** So much room they need. */
	needed: number;
}

/**
 * Cards that want to stand at `wanted` heights (ascending) within the room beside their words, none over another: the first
 * ones whole as far as there is room, the others as one line, and nearer to one another than their words where they must.
 */
export function fitCards(
	wanted: readonly number[],
	heights: readonly number[],
	{ room, gap, line }: { room: number; gap: number; line: number },
): FittedCards {
	const shown = heights.map((height) => Math.min(height, line));
	const total = () => shown.reduce((sum, height) => sum + height + gap, -gap);
	const short = heights.map((height, at) => {
		const one = shown[at] ?? 0;
		shown[at] = height;
		if (total() <= room) return false;
		shown[at] = one;
		return height > one;
	});
	let above = 0;
	const needed = total();
	const tops = stackCards(wanted, shown, gap).map((top, at) => {
		// No lower than what comes after it allows, and no higher than what comes before it.
		const cardTop = Math.max(above, Math.min(top, room - (needed - above)));
		above += (shown[at] ?? 0) + gap;
		return cardTop;
	});
	return { tops, short, needed };
}
