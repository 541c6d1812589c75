import type { FactStatus } from "../../ipc/bindings";

export type FactChoice = "accept" | "reject" | "edit" | "decide";

type Decidable = { status: FactStatus };

/** What the ledger lets be done with a fact; it refuses everything else. Decided is decided: only Undo brings it back. */
const allowed: Record<FactStatus, readonly FactChoice[]> = {
	proposed: ["accept", "reject", "edit"],
	conflict: ["decide", "reject", "edit"],
	accepted: ["reject", "edit"],
	rejected: [],
	superseded: [],
};

export function allows(choice: FactChoice, { status }: Decidable): boolean {
	return allowed[status].includes(choice);
}

/** What to offer for a fact by itself; a conflict is decided with both quotes in view. */
export function choicesFor(fact: Decidable): readonly FactChoice[] {
	return fact.status === "conflict" ? ["decide"] : allowed[fact.status];
}
