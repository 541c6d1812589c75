import type { Duplicate, HeldBack, Kind } from "../../bindings";
import type { FakeFact, FakeState } from "../state";
import { boardOf, type FakeBoard, type FakeEntity } from "./board";

/** A stand-in for the host's comparison: shared words. */

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);

export function likeness(a: string, b: string): number {
	const [left, right] = [wordsOf(a), wordsOf(b)];
	const shared = [...left].filter((word) => right.has(word)).length;
	return shared === 0 ? 0 : shared / Math.max(left.size, right.size);
}

/** A card with its words. */
export type Worded = Pick<FakeEntity, "label" | "text">;

export function pairOf(one: Worded, other: Worded): string {
	return [one, other]
		.map(({ label, text }) => `${label} ${text}`)
		.toSorted()
		.join("\n");
}

export function duplicatesOf(board: FakeBoard, kind: Kind, text: string): Duplicate[] {
	return board.columns[kind]
		.map((entity) => ({ entity, score: likeness(entity.text, text) }))
		.filter(({ score }) => score >= 0.6)
		.toSorted((a, b) => b.score - a.score)
		.slice(0, 5)
		.map(({ entity, score }) => ({
			label: entity.label,
			text: entity.text,
			score,
			reason: "The same words in another order",
		}));
}

/** Of facts that are to be accepted, those whose column says the same already. */
export function heldBackOf(state: FakeState, facts: readonly FakeFact[]): HeldBack[] {
	return facts.flatMap(({ row, discovery }) => {
		const isOpen = row.status === "proposed" || row.status === "conflict";
		const known = isOpen ? duplicatesOf(boardOf(state.content, discovery), "fact", row.text) : [];
		const duplicates = known.filter(({ label }) => label !== row.label);
		return duplicates.length === 0 ? [] : [{ id: row.id, label: row.label, text: row.text, duplicates }];
	});
}

/** A sentence, where a model was to compare and what is built in did. */
export function whoJudged({ providers }: FakeState): string | null {
	const isAsked = providers.stored.derivation.provider !== "offline";
	return isAsked && providers.serverTrouble !== null
		? "The server said nothing. The built-in comparison decided."
		: null;
}
