import { describe, expect, test } from "vitest";
import { asLink, kindOf } from "../../../src/shared/cards/kinds.ts";
import { nothingPicked, type PickedCards, pickedAfterPress, withoutLabels } from "../../../src/shared/cards/picking.ts";

const all = (picked: PickedCards) => [...picked.selected];

describe("selecting cards", () => {
	test("a press takes one and lets go of the rest", () => {
		const two = pickedAfterPress(pickedAfterPress(nothingPicked, "F-1", "one"), "F-2", "toggle");
		expect(all(two)).toEqual(["F-1", "F-2"]);
		expect(all(pickedAfterPress(two, "F-3", "one"))).toEqual(["F-3"]);
	});

	test("with Ctrl it takes one more, or one less", () => {
		const two = pickedAfterPress(pickedAfterPress(nothingPicked, "F-1", "one"), "N-4", "toggle");
		expect(all(pickedAfterPress(two, "F-1", "toggle"))).toEqual(["N-4"]);
	});

	test("with Shift it takes all from where the range began, again and again", () => {
		const begun = pickedAfterPress(nothingPicked, "F-2", "one");
		const down = pickedAfterPress(begun, "F-4", "range", ["F-2", "F-3", "F-4"]);
		expect(down.anchor).toBe("F-2");
		expect(all(pickedAfterPress(down, "F-1", "range", ["F-1", "F-2"])), "the range turns round where it began").toEqual(
			["F-1", "F-2"],
		);
	});

	test("Shift with nothing before is a press", () => {
		expect(all(pickedAfterPress(nothingPicked, "F-2", "range", ["F-1", "F-2"]))).toEqual(["F-2"]);
	});

	test("what is gone is in hand no longer", () => {
		const picked = pickedAfterPress(pickedAfterPress(nothingPicked, "F-1", "one"), "F-2", "toggle");
		expect(withoutLabels(picked, ["F-2"])).toEqual({ selected: new Set(["F-1"]), anchor: null, active: null });
	});
});

describe("links", () => {
	test.each([
		["F-1", "N-2", { up: "F-1", down: "N-2" }],
		["N-2", "F-1", { up: "F-1", down: "N-2" }],
		["F-1", "R-1", null],
		["F-1", "F-2", null],
	])("%s with %s: %o", (a, b, link) => {
		expect(asLink(a, b)).toEqual(link);
	});

	test("a label says its column", () => {
		expect(["I-1", "F-12", "N-1", "R-1", "O-1"].map(kindOf)).toEqual([
			"input",
			"fact",
			"insight",
			"recommendation",
			"output",
		]);
	});
});
