import type { FactStatus } from "../../ipc/bindings";

export type FactChoice = "accept" | "reject" | "edit" | "decide";

type Decidable = { status: FactStatus };

/** The actions that the ledger allows on a fact; it refuses everything else. A person who rejected a fact may think
 * otherwise later. */
const allowed: Record<FactStatus, readonly FactChoice[]> = {
	proposed: ["accept", "reject", "edit"],
	conflict: ["decide", "reject", "edit"],
	accepted: ["reject", "edit"],
	rejected: ["accept"],
	superseded: [],
};

export function allows(choice: FactChoice, { status }: Decidable): boolean {
	return allowed[status].includes(choice);
}

/** Returns the actions to offer for a fact by itself; a conflict is decided with both quotes in view. */
export function choicesFor(fact: Decidable): readonly FactChoice[] {
	return fact.status === "conflict" ? ["decide"] : allowed[fact.status];
}

/** Two versions of one fact, as a merge of two files leaves them: one of them can stand, so neither is kept as a note. */
export function areVersions(fact: { label: string }, rival: { fact: { label: string } } | null): boolean {
	return fact.label === rival?.fact.label;
}
