import { describe, expect, test } from "vitest";
import { neighbourFact } from "../../../src/features/source/neighbour";
import type { FactRow, SourceBlock } from "../../../src/ipc/bindings";

/** Facts a to e in blocks 1 and 4 of six; only their ids matter here. */
const facts: Record<number, string[]> = { 1: ["a", "b", "c"], 4: ["d", "e"] };
const factCounts = [0, 3, 0, 0, 2, 0];

async function fetch(index: number): Promise<SourceBlock> {
	const rows = (facts[index] ?? []).map((id) => ({ id }) as FactRow);
	return { index, text: "", start: 0, place: null, pageBreaks: [], spans: [], facts: rows };
}

describe("the next fact in reading order", () => {
	const rows: [rule: string, block: number, fact: string | null, direction: 1 | -1, expected: string | null][] = [
		["next in the block", 1, "a", 1, "b"],
		["previous in the block", 1, "b", -1, "a"],
		["over blocks without facts", 1, "c", 1, "d"],
		["and back, to the last of the block", 4, "d", -1, "c"],
		["the end holds", 4, "e", 1, null],
		["the start holds", 1, "a", -1, null],
		["with nothing selected, the first from what is in view", 0, null, 1, "a"],
		["with nothing selected, also in the block in view", 4, null, 1, "d"],
		["with nothing selected, the last before what is in view", 3, null, -1, "c"],
	];
	test.each(rows)("%s", async (rule, block, fact, direction, expected) => {
		expect(await neighbourFact(factCounts, { block, fact }, direction, fetch), rule).toBe(expected);
	});
});
