import type { FactStatus } from "../ipc/bindings";

/** The look of a fact's state everywhere. An accepted fact that needs review looks like review, not like accepted. */
export type Tone = FactStatus | "review";

export function toneOf(fact: { status: FactStatus; needsReview: boolean }): Tone {
	return fact.needsReview && fact.status === "accepted" ? "review" : fact.status;
}

/** The words for a tone. */
export function toneLabelKey(tone: Tone) {
	return tone === "review" ? "facts.needsReview" : (`facts.status.${tone}` as const);
}
