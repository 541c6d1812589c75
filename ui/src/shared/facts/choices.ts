import type { WordKey } from "../../i18n/words";
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

export type ConflictChoice = "keepOld" | "takeNew" | "keepAsNote" | "askAgain" | "bothAsNotes" | "settle";

const OF_VERSIONS: readonly ConflictChoice[] = ["keepOld", "takeNew"];
/** A statement is its own note: one that is kept so holds beside the other, and no question asks for it again. */
const OF_STATEMENTS: readonly ConflictChoice[] = [...OF_VERSIONS, "keepAsNote"];
const OF_VALUES: readonly ConflictChoice[] = [...OF_STATEMENTS, "askAgain", "bothAsNotes", "settle"];

/** Returns the ways to end a conflict of a fact with its rival. */
export function conflictChoices(
	fact: { label: string; key: string },
	rival: { fact: { label: string } } | null,
): readonly ConflictChoice[] {
	if (areVersions(fact, rival)) return OF_VERSIONS;
	return isStatement(fact) ? OF_STATEMENTS : OF_VALUES;
}

function isStatement({ key }: { key: string }): boolean {
	return key === "note";
}

/** Two versions of one fact, as a merge of two files leaves them: one of them can stand, so neither is kept as a note. */
export function areVersions(fact: { label: string }, rival: { fact: { label: string } } | null): boolean {
	return fact.label === rival?.fact.label;
}

/** Returns the name of a way to end a conflict of `fact`. */
export function conflictWords(choice: ConflictChoice, fact: { key: string }): WordKey {
	return choice === "keepAsNote" && isStatement(fact) ? "inspector.bothHold" : `inspector.${choice}`;
}
