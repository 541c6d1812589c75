/**
 * Cuts a block's text at every border of a highlight, of what is dressed and of a page.
 *
 * Promises: the segments joined are the text, none is empty, and each knows all spans that cover it,
 * the longest first, so that nesting them in that order draws the smallest on top.
 */
import type { PageBreak, SourceSpan } from "../../ipc/bindings";
import type { Decoration, DecorationKind } from "./decorations";

export type Segment = {
	start: number;
	end: number;
	text: string;
	spans: SourceSpan[];
	kinds: DecorationKind[];
	pad: number;
};

export function segments(
	text: string,
	spans: readonly SourceSpan[],
	decorations: readonly Decoration[] = [],
	breaks: readonly PageBreak[] = [],
): Segment[] {
	const clipped = spans.flatMap((span) => clip(span, text.length)).toSorted(longestFirst);
	const borders = new Set([0, text.length, ...breaks.map(({ at }) => at).filter((at) => at < text.length)]);
	for (const span of [...clipped, ...decorations]) {
		borders.add(span.start);
		borders.add(span.end);
	}
	const cuts = [...borders].toSorted((a, b) => a - b);
	return cuts.slice(0, -1).map((start, i) => {
		const end = cuts[i + 1] ?? text.length;
		const covering = clipped.filter((span) => span.start <= start && end <= span.end);
		const decorating = decorations.filter((part) => part.start <= start && end <= part.end);
		const kinds = decorating.map(({ look }) => look);
		const pad = decorating.reduce((sum, part) => sum + (part.pad ?? 0), 0);
		return { start, end, text: text.slice(start, end), spans: covering, kinds, pad };
	});
}

/** Number of underlines that fit between two lines of text; deeper ones share the last. */
export const MAX_LEVELS = 4;

/** The underline of each fact: the first level that no fact overlapping it has taken. */
export function underlineLevels(spans: readonly SourceSpan[]): Map<string, number> {
	const levels = new Map<string, number>();
	const ends: number[] = [];
	for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
		const free = ends.findIndex((end) => end <= span.start);
		const level = free === -1 ? ends.length : free;
		ends[level] = span.end;
		levels.set(span.factId, Math.min(level, MAX_LEVELS - 1));
	}
	return levels;
}

/**
 * The fact that a click on overlapping highlights selects: the smallest, or, when one of them is
 * selected already, the next larger, and after the largest the smallest again.
 */
export function pickAt(covering: readonly SourceSpan[], selected: string | null): string | null {
	const smallestFirst = covering.toSorted(longestFirst).toReversed();
	const at = smallestFirst.findIndex((span) => span.factId === selected);
	return smallestFirst[(at + 1) % Math.max(smallestFirst.length, 1)]?.factId ?? null;
}

function clip(span: SourceSpan, length: number): SourceSpan[] {
	const start = Math.max(0, span.start);
	const end = Math.min(length, span.end);
	return start < end ? [{ ...span, start, end }] : [];
}

/** A span that goes on in another block is longer than what is seen of it here. */
function longestFirst(a: SourceSpan, b: SourceSpan): number {
	return reach(b) - reach(a) || a.start - b.start;
}

function reach(span: SourceSpan): number {
	const hidden = Number(!span.begins) + Number(!span.ends);
	return span.end - span.start + hidden * 100_000;
}
