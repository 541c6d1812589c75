import { expect, test } from "vitest";
import { nextKind } from "../../../src/shared/cards/newCard.ts";

test.each([
	["F-1", "insight", "a fact carries an insight"],
	["F-1 F-2", "insight", "so do several"],
	["N-1", "recommendation", "an insight a recommendation"],
	["R-1 R-2", "output", "recommendations an output"],
	["O-1", null, "nothing rests on an output"],
	["I-1", null, "a fact is read from an Input, not made of it"],
	["F-1 N-1", null, "cards of two columns carry nothing together"],
	["", null, "nothing carries nothing"],
])("of %s: %s (%s)", (labels, kind, rule) => {
	expect(nextKind(labels.split(" ").filter(Boolean)), rule).toBe(kind);
});
