import { expect, test } from "vitest";
import { isComparable, swapSides, wordRuns } from "../../src/components/wordRuns.ts";
import type { DiffSide, DiffWord } from "../../src/ipc/bindings.ts";

const words = (...of: [DiffSide, string][]): DiffWord[] => of.map(([side, text]) => ({ side, text }));

test("two wordings are compared where they share words", () => {
	const alike = words(["both", "It costs "], ["source", "3 "], ["quote", "4 "], ["both", "euros."]);
	expect(isComparable(alike)).toBe(true);
	expect(isComparable(words(["source", "24 pieces "], ["quote", "We "], ["quote", "need "], ["quote", "30."]))).toBe(
		false,
	);
	expect(wordRuns(swapSides(alike)).map(({ side }) => side)).toEqual(["both", "quote", "source", "both"]);
});
