import type { Duplicate, Kind } from "../../bindings";
import type { FakeBoard } from "./board";

/** A stand-in for the host's comparison: shared words. */

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);

export function likeness(a: string, b: string): number {
	const [left, right] = [wordsOf(a), wordsOf(b)];
	const shared = [...left].filter((word) => right.has(word)).length;
	return shared === 0 ? 0 : shared / Math.max(left.size, right.size);
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
