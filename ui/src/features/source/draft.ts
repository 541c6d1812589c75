/** Words that are no fact, or none yet, are shown in the text like highlights of their own. */
import type { SourceBlock, SourceSpan } from "../../ipc/bindings";
import type { TextSpan } from "./sentences";

/** The words about to become a fact. */
export const DRAFT = "draft";
/** The words that were asked for from elsewhere. */
export const MARKED = "marked";

export type DrawnKind = typeof DRAFT | typeof MARKED;

export function isDrawn(span: SourceSpan): boolean {
	return span.factId === DRAFT || span.factId === MARKED;
}

/** Words are found by it once they are drawn. */
export function spanKey({ start, end }: TextSpan): string {
	return `${start}-${end}`;
}

/** The part of some words that lies in a block. */
export function drawnSpan(span: TextSpan | null, block: SourceBlock, as: DrawnKind): SourceSpan[] {
	if (!span) return [];
	const start = span.start - block.start;
	const end = span.end - block.start;
	if (end <= 0 || start >= block.text.length) return [];
	return [
		{
			factId: as,
			label: spanKey(span),
			status: "proposed",
			needsReview: false,
			acceptedBy: null,
			start: Math.max(0, start),
			end: Math.min(block.text.length, end),
			begins: start >= 0,
			ends: end <= block.text.length,
		},
	];
}
