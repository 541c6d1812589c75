import type { FactStatus } from "../../ipc/bindings";

export type FactChoice = "accept" | "reject" | "edit" | "decide";

/** What an analyst can do with a fact in its state; a conflict is decided with both quotes in view. */
export function choicesFor(fact: { status: FactStatus; needsReview: boolean }): readonly FactChoice[] {
	if (fact.status === "conflict") return ["decide"];
	if (fact.status === "proposed" || (fact.status === "accepted" && fact.needsReview))
		return ["accept", "reject", "edit"];
	return fact.status === "accepted" ? ["reject", "edit"] : [];
}
