/**
 * Sentences of a text, to be selected by keys.
 *
 * Spans are UTF-16 offsets in the Input, as everywhere in the window. A sentence never reaches over the end of its
 * block, and white space around it is not a part of it.
 */
import type { SourceBlock } from "../../ipc/bindings";
import type { Direction } from "./neighbour";

export type TextSpan = { start: number; end: number };

type Fetch = (block: number) => Promise<SourceBlock | undefined>;

let splitter: Intl.Segmenter | undefined;

export function sentencesOf(block: Pick<SourceBlock, "start" | "text">): TextSpan[] {
	const found: TextSpan[] = [];
	// It brings the rules of every language along: only for those who select by keys.
	splitter ??= new Intl.Segmenter(undefined, { granularity: "sentence" });
	for (const { index, segment } of splitter.segment(block.text)) {
		const words = segment.trim();
		if (words === "") continue;
		const start = block.start + index + segment.indexOf(words);
		found.push({ start, end: start + words.length });
	}
	return found;
}

/** The first sentence behind `from`, or the last before it; from null on, the first or the last of the block. */
export async function nextSentence(
	blockCount: number,
	block: number,
	from: TextSpan | null,
	direction: Direction,
	fetch: Fetch,
): Promise<(TextSpan & { block: number }) | null> {
	for (let at = block; at >= 0 && at < blockCount; at += direction) {
		const here = await fetch(at);
		if (!here) return null;
		const sentences = sentencesOf(here);
		const found =
			direction === 1
				? sentences.find((sentence) => !from || isBehind(sentence, from))
				: sentences.findLast(({ end }) => !from || end <= from.start);
		if (found) return { ...found, block: at };
	}
	return null;
}

/** Behind a mere point is also the sentence that it stands in. */
function isBehind({ start, end }: TextSpan, from: TextSpan): boolean {
	return from.start === from.end ? end > from.end : start >= from.end;
}

/** `selected` without its last sentence, as far as that leaves any. */
export function withoutLast(selected: TextSpan, last: Pick<SourceBlock, "start" | "text">): TextSpan {
	const before = sentencesOf(last).findLast(({ end }) => end < selected.end && end > selected.start);
	return before ? { start: selected.start, end: before.end } : selected;
}
