import type { WordKey } from "../../i18n/words";
import type { EvidenceView, FactDetail, FactRow, FactRuling } from "../../ipc/bindings";

/** One of the values of a key that are decided together. */
export interface ValueToSettle {
	fact: FactRow;
	evidence: EvidenceView | null;
	/** Words of its quote that may be its condition. */
	conditions: readonly string[];
}

/** By the fact: whether it holds, and under which condition. */
export type RulingDrafts = Record<string, { holds: boolean; condition: string }>;

/** Returns the recorded value first, then those that contradict it. */
export function valuesOf(item: FactDetail): ValueToSettle[] {
	const rivals = [...(item.rival?.fact.status === "accepted" ? [item.rival] : []), ...item.others];
	const standing = rivals.filter(({ fact }) => fact.status === "accepted");
	const waiting = rivals.filter(({ fact }) => fact.status !== "accepted");
	return [...standing, item, ...waiting];
}

/** Before anything is said, all hold, under what they held under before. */
export function initialRulings(values: readonly ValueToSettle[]): RulingDrafts {
	return Object.fromEntries(values.map(({ fact }) => [fact.id, { holds: true, condition: fact.condition }]));
}

/** Returns the fault of the rulings, if there is any. */
export function rulingFault(values: readonly ValueToSettle[], held: RulingDrafts): WordKey | null {
	const conditions = values.flatMap(({ fact }) => {
		const ruling = held[fact.id];
		return ruling?.holds ? [ruling.condition.trim().toLocaleLowerCase()] : [];
	});
	if (conditions.length < 2) return null;
	if (conditions.includes("")) return "review.settle.missing";
	return new Set(conditions).size < conditions.length ? "review.settle.same" : null;
}

export function asRulings(values: readonly ValueToSettle[], held: RulingDrafts): FactRuling[] {
	return values.map(({ fact }) => {
		const { holds, condition } = held[fact.id] ?? { holds: false, condition: "" };
		return { fact: fact.id, holds, condition: holds ? condition.trim() : "" };
	});
}
