import type { WaitingFact } from "../../ipc/reviewQueries";

/** The orders of the inbox: by what was decided, by what was found, or by where it stands. */

export type Order = "score" | "found" | "place" | "newest";

export interface Ordering {
	order: Order;
	/** Facts that stay where they are, in this order, before all others: what is seen does not move. */
	pinned: readonly string[];
}

/** As it came, but for what the order says; of equal scores, conflicts first. */
export function sortInbox(rows: readonly WaitingFact[], { order, pinned }: Ordering): WaitingFact[] {
	const inConflict = ({ status }: WaitingFact) => Number(status === "conflict");
	const came = rows.toSorted((one, other) => numberOf(one) - numberOf(other));
	if (order === "place") return came;
	if (order === "newest") return came.toReversed();
	if (order === "found") return came.toSorted((one, other) => other.score - one.score);
	// Without decisions nothing is ranked anew, and what comes stands where it belongs.
	const pins = new Map(expectedAccepted(rows) === null ? [] : pinned.map((id, at) => [id, at]));
	const pinOf = ({ id }: WaitingFact) => pins.get(id) ?? pins.size;
	return came.toSorted(
		(one, other) =>
			pinOf(one) - pinOf(other) || rankingScore(other) - rankingScore(one) || inConflict(other) - inConflict(one),
	);
}

/** The ranking score of a fact, by what was decided where that tells of it. */
export function rankingScore({ learned, score }: WaitingFact): number {
	return learned ?? score;
}

/** Returns about how many of the facts will be kept, by what was decided; null where too little was. None is expected of
 * those that are folded away as unlikely. */
export function expectedAccepted(rows: readonly WaitingFact[]): number | null {
	const learned = rows.filter((row) => typeof row.learned === "number");
	if (learned.length === 0) return null;
	const likely = learned.filter((row) => row.isUnlikely !== true);
	return Math.round(likely.reduce((sum, row) => sum + rankingScore(row), 0) / 100);
}

const numberOf = ({ label }: WaitingFact) => Number(label.slice(label.indexOf("-") + 1));
