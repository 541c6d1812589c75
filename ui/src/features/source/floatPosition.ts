/** The position beside words of something of a given height, in pixels of the text. */

/** Between the words and what belongs to them. */
const GAP = 4;
/** At the edges of what is seen. */
const MARGIN = 8;
/** Less than this shows nothing of a form. */
const LEAST = 260;

interface FloatPosition {
	top: number;
	/** None: as high as it is. */
	height: number | null;
	/** The distance that the text has to scroll, so that there is room. */
	scroll: number;
}

/** The space between the text and what stands in the free margin beside it. */
const ASIDE = 12;

interface Margin {
	/** The right edge of the text, and of all that is drawn. */
	text: number;
	all: number;
}

/** Where in the margin something at least so wide may begin; null where it does not fit there. */
export function marginStart({ text, all }: Margin, least: number): number | null {
	const start = text + ASIDE;
	return start + least + MARGIN <= all ? start : null;
}

/** The position in the margin, from the first line of the words on, as far as it can be seen whole. */
export function besidePosition(above: number, seen: { from: number; to: number }, height: number): FloatPosition {
	const most = seen.to - seen.from - 2 * MARGIN;
	const top = Math.max(seen.from + MARGIN, Math.min(above, seen.to - MARGIN - height));
	return { top, height: height > most ? most : null, scroll: 0 };
}

/** A button below the words, or above them where there it would be cut off; words that are out of sight keep theirs. */
export function buttonTop(
	words: { above: number; below: number },
	seen: { from: number; to: number },
	height: number,
): number {
	const top = words.below + GAP;
	const over = words.above - GAP - height;
	const isCut = words.below <= seen.to && top + height > seen.to;
	return isCut && over >= seen.from ? over : top;
}

/** Below the words where it fits, else above them; where it fits nowhere, on the side with more room, as high as that is. */
export function floatPosition(
	words: { above: number; below: number },
	seen: { from: number; to: number },
	height: number,
): FloatPosition {
	const under = seen.to - words.below - GAP - MARGIN;
	const over = words.above - seen.from - GAP - MARGIN;
	if (height <= under) return { top: words.below + GAP, height: null, scroll: 0 };
	if (height <= over) return { top: words.above - GAP - height, height: null, scroll: 0 };
	const most = seen.to - seen.from - 2 * MARGIN - GAP - (words.below - words.above);
	const least = Math.min(height, LEAST, Math.max(0, most));
	if (over > under && over >= least) return { top: seen.from + MARGIN, height: over, scroll: 0 };
	// The words go up as far as it needs, and stay in sight.
	const scroll = Math.max(0, Math.min(Math.min(height, Math.max(0, most)) - under, words.above - seen.from - MARGIN));
	const room = Math.max(under + scroll, 0);
	return { top: words.below + GAP, height: room < height ? room : null, scroll };
}
