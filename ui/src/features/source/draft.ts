/** The words about to become a fact are shown in the text like a highlight of their own. */
import type { SourceBlock, SourceSpan } from "../../ipc/bindings";
import type { TextRange } from "./selectedText";

export const DRAFT = "draft";

export function draftSpan(range: TextRange | null, block: SourceBlock): SourceSpan | null {
	if (!range) return null;
	const start = range.start - block.start;
	const end = range.end - block.start;
	if (end <= 0 || start >= block.text.length) return null;
	return {
		factId: DRAFT,
		label: "",
		status: "proposed",
		needsReview: false,
		start: Math.max(0, start),
		end: Math.min(block.text.length, end),
		begins: start >= 0,
		ends: end <= block.text.length,
	};
}
