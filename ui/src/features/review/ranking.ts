import type { WaitingFact } from "../../ipc/reviewQueries";

/** The orders of the inbox: by what was decided, by what was found, or by where it stands. */

/** So many are read before anything is folded. */
export const TOP = 20;

export type Order = "score" | "found" | "place" | "newest";

export interface Ordering {
	order: Order;
}

/** The rows are in the order that holds, what is most worth a look first; but for what the order says. */
export function sortInbox(rows: readonly WaitingFact[], { order }: Ordering): readonly WaitingFact[] {
	if (order === "score") return rows;
	const came = rows.toSorted((one, other) => numberOf(one) - numberOf(other));
	if (order === "place") return came;
	return order === "newest" ? came.toReversed() : came.toSorted((one, other) => other.score - one.score);
}

/** The ranking score of a fact, by what was decided where that tells of it. */
function rankingScore({ learned, score }: WaitingFact): number {
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
