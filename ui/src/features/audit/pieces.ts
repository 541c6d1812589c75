import type { SourceSpan } from "../../ipc/bindings";

/** A stretch of text over which the same facts lie. */
export interface SpanPiece {
	start: number;
	text: string;
	spans: readonly SourceSpan[];
}

/** Cuts `text[from..to]` wherever a span begins or ends, so that overlapping spans need no nesting. */
export function splitAtSpans(text: string, from: number, to: number, spans: readonly SourceSpan[]): SpanPiece[] {
	const touching = spans.filter((span) => span.start < to && span.end > from);
	const cuts = new Set([from, to]);
	for (const { start, end } of touching) {
		cuts.add(Math.max(start, from));
		cuts.add(Math.min(end, to));
	}
	const borders = [...cuts].toSorted((a, b) => a - b);
	return borders.slice(0, -1).map((start, index) => {
		const end = borders[index + 1] ?? to;
		return {
			start,
			text: text.slice(start, end),
			spans: touching.filter((span) => span.start < end && span.end > start),
		};
	});
}

interface Region {
	/** Null for what the template writes between the sections. */
	section: string | null;
	start: number;
	end: number;
}

/** The whole text in order: the sections, whose borders were stored with it, and the stretches between them. */
export function regions(
	length: number,
	sections: readonly { section: string; start: number; end: number }[],
): Region[] {
	const all: Region[] = [];
	let at = 0;
	for (const { section, start, end } of sections) {
		if (start > at) all.push({ section: null, start: at, end: start });
		if (end > start) all.push({ section, start, end });
		at = Math.max(at, end);
	}
	if (at < length) all.push({ section: null, start: at, end: length });
	return all;
}
