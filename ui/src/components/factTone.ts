import type { WordKey } from "../i18n/words";
import type { AcceptedBy, FactStatus } from "../ipc/bindings";

/**
 * The look of a fact's state everywhere. An accepted fact that needs review looks like review, and one that the rules
 * accepted unlike one that the analyst accepted.
 */
export type Tone = FactStatus | "review" | "rules";

export const toneSigns: Record<Tone, string> = {
	proposed: "○",
	accepted: "✓",
	rules: "(✓)",
	rejected: "×",
	conflict: "≠",
	superseded: "⇢",
	review: "↻",
};

interface FactState {
	status: FactStatus;
	needsReview: boolean;
	/** Left out of what waits, which nobody accepted. */
	acceptedBy?: AcceptedBy | null;
}

export function toneOf({ status, needsReview, acceptedBy }: FactState): Tone {
	if (status !== "accepted") return status;
	if (needsReview) return "review";
	return acceptedBy === "rules" ? "rules" : "accepted";
}

/** The words for a tone. */
export function toneLabelKey(tone: Tone): WordKey {
	if (tone === "rules") return "facts.byRules";
	return tone === "review" ? "facts.needsReview" : `facts.status.${tone}`;
}
