import { describe, expect, test } from "vitest";
import { mentionBefore } from "../../src/components/mentions/caret.ts";
import { withItemNames } from "../../src/components/mentions/names.ts";
import { sortRows } from "../../src/features/items/sortRows.ts";
import type { Item, ItemCell, ItemTable } from "../../src/ipc/bindings.ts";
import { answerKey, matchingAnswers } from "../../src/shared/items/factItemQuestion.ts";

const item = (reference: string, name: string, more: Partial<Item> = {}): Item => ({
	id: `id of ${reference}`,
	reference,
	name,
	aliases: [],
	description: "",
	archived: false,
	token: `@item(${reference}:${name})`,
	...more,
});

describe("what is typed behind an @", () => {
	test.each([
		["The @", { at: 4, typed: "" }],
		["The @back", { at: 4, typed: "back" }],
		["@side wa", { at: 0, typed: "side wa" }],
		["(@b", { at: 1, typed: "b" }],
		["first\n@b", { at: 6, typed: "b" }],
		["„@b", { at: 1, typed: "b" }],
		["ana@example.org", null],
		["@ first\nsecond", null],
		["none", null],
		[`@${"a".repeat(61)}`, null],
	])("%j", (text, expected) => {
		expect(mentionBefore(text, text.length)).toEqual(expected);
	});

	test("is looked for before the caret alone", () => {
		expect(mentionBefore("a @bc d", 4)).toEqual({ at: 2, typed: "b" });
		expect(mentionBefore(`${"x".repeat(200)} @b`, 203)).toEqual({ at: 201, typed: "b" });
	});
});

describe("a text as a list shows it", () => {
	// The rows are those of the core's `items::token`.
	test.each([
		["The @item(i1:Backdrop) is 6 m wide.", "The Backdrop is 6 m wide."],
		["@item(i1:A)@item(i2:B)", "AB"],
		[String.raw`@item(i1:Wall \(left\)) and @item(i2:a\\b)`, String.raw`Wall (left) and a\b`],
		["@item(i1:a @item(i2:Floor)", "@item(i1:a Floor"],
	])("%j", (text, shown) => {
		expect(withItemNames(text)).toBe(shown);
	});

	test.each([
		"@item",
		"@item(i1",
		"@item(i1)",
		"@item(1:x)",
		"@item(i0:x)",
		"@item(i1:x",
		"@item(i1:a\nb)",
		"@ITEM(i1:x)",
	])("%j is no token", (no) => {
		expect(withItemNames(no)).toBe(no);
	});
});

describe("which item a fact may be about", () => {
	const items = [item("i1", "Backdrop"), item("i2", "Side wall", { aliases: ["flank"] }), item("i12", "Rail")];
	const keys = (typed: string, reason = "") => matchingAnswers(items, typed, reason).map(answerKey);

	test("is any of them, or the whole project", () => expect(keys("")).toEqual(["i1", "i2", "i12", "project"]));
	test("is first one that the words may mean", () => {
		expect(keys("", "it is not clear: “Side wall” (i2) or “Rail” (i12)")).toEqual(["i2", "i12", "i1", "project"]);
	});
	test("is found by name, other name and number", () => {
		expect(keys("wall")).toEqual(["i2", "new"]);
		expect(keys("FLANK")).toEqual(["i2", "new"]);
		expect(keys("i12")).toEqual(["i12", "new"]);
	});
	test("is a new one only under a name that none has", () => expect(keys("side WALL")).toEqual(["i2"]));
	test("is none that was put aside", () => {
		expect(matchingAnswers([item("i1", "Backdrop", { archived: true })], "", "").map(answerKey)).toEqual(["project"]);
	});
});

describe("the table in order", () => {
	const cell = (shown: string, order: number | null): ItemCell => ({
		shown,
		reading: shown,
		order,
		byHand: false,
		factId: null,
		conflict: false,
	});
	const table: ItemTable = {
		columns: [{ key: "width", label: "Width", valueType: "dimension", unit: "cm" }],
		rows: [
			{ item: item("i1", "Wall 10"), cells: [cell("600", 600)] },
			{ item: item("i2", "Wall 9"), cells: [cell("", null)] },
			{ item: item("i3", "Wall 8"), cells: [cell("90", 90)] },
		],
	};
	const order = (by: string, down = false) => sortRows(table, { by, down }).map((row) => row.item.reference);

	test("is by amount and not by digits", () => expect(order("width")).toEqual(["i3", "i1", "i2"]));
	test("leaves what is empty last, whichever way", () => expect(order("width", true)).toEqual(["i1", "i3", "i2"]));
	test("reads numbers in names", () => expect(order("name")).toEqual(["i3", "i2", "i1"]));
	test("is by number at first", () => expect(order("number", true)).toEqual(["i3", "i2", "i1"]));
});
