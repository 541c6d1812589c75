/**
 * Turns what is selected on the screen into a range of the Input.
 *
 * Each drawn block carries `data-block-start`, its UTF-16 offset in the Input, and holds nothing but
 * the block's own text, so that counting its text nodes is exact for emoji, right-to-left and
 * decomposed text alike.
 */
export type TextRange = { start: number; end: number; quote: string };

const BLOCK = "[data-block-start]";

export function selectedText(root: Element, range: Range): TextRange | null {
	const parts = [...root.querySelectorAll(BLOCK)].flatMap((block) => partOf(block, range));
	const first = parts[0];
	if (!first) return null;
	let quote = first.text;
	let end = first.start + first.text.length;
	for (const part of parts.slice(1)) {
		quote += between(part.start - end) + part.text;
		end = part.start + part.text.length;
	}
	return trimmed({ start: first.start, end, quote });
}

/** Only white space lies between blocks: a blank line between paragraphs, a space or a break where a long one was cut. */
function between(length: number): string {
	return length === 1 ? " " : "\n".repeat(Math.max(0, length));
}

/** Unicode code points, as the limit on a quote counts them. */
export function codePoints(text: string): number {
	let count = 0;
	for (const _ of text) count += 1;
	return count;
}

function partOf(block: Element, range: Range): { start: number; text: string }[] {
	if (!range.intersectsNode(block)) return [];
	const text = block.textContent;
	const from = block.contains(range.startContainer) ? offsetIn(block, range.startContainer, range.startOffset) : 0;
	const to = block.contains(range.endContainer) ? offsetIn(block, range.endContainer, range.endOffset) : text.length;
	const start = wholeWord(text, from, -1);
	const end = wholeWord(text, to, 1);
	if (start >= end) return [];
	return [{ start: Number(block.getAttribute("data-block-start")) + start, text: text.slice(start, end) }];
}

function offsetIn(block: Element, container: Node, offset: number): number {
	const before = document.createRange();
	before.setStart(block, 0);
	before.setEnd(container, offset);
	return before.toString().length;
}

const words = new Intl.Segmenter(undefined, { granularity: "word" });
/** Scripts that write no space between words: a part of such a run may be meant. */
const CONTINUOUS = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u;

/** Moves a border off the middle of a word or a number, which a quote never cuts. */
function wholeWord(text: string, offset: number, step: -1 | 1): number {
	const found = words.segment(text).containing(offset);
	if (!found || found.index === offset) return offset;
	if (CONTINUOUS.test(found.segment)) return wholeCharacter(text, offset, step);
	return step < 0 ? found.index : found.index + found.segment.length;
}

/** Moves a border off the middle of a surrogate pair. */
function wholeCharacter(text: string, offset: number, step: -1 | 1): number {
	const unit = text.charCodeAt(offset);
	const before = text.charCodeAt(offset - 1);
	const splits = unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
	return splits ? offset + step : offset;
}

/** A double click takes the space after a word along, a triple click the line break: neither is meant. */
function trimmed({ start, end, quote }: TextRange): TextRange | null {
	const lead = quote.length - quote.trimStart().length;
	const tail = quote.length - quote.trimEnd().length;
	const text = quote.trim();
	return text ? { start: start + lead, end: end - tail, quote: text } : null;
}
