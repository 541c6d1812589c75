import type { SourceSpan } from "../../ipc/bindings";

/** A stretch of text over which the same facts lie. */
export interface Piece {
	start: number;
	text: string;
	spans: readonly SourceSpan[];
}

/** Cuts `text[from..to]` wherever a span begins or ends, so that overlapping spans need no nesting. */
export function pieces(text: string, from: number, to: number, spans: readonly SourceSpan[]): Piece[] {
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
