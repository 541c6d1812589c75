import { describe, expect, test } from "vitest";
import { findDecorations } from "../../../src/features/source/decorations.ts";
import { segments } from "../../../src/features/source/segments.ts";

/** Returns the visible text: its words without its signs, each with its look. */
function seen(text: string): string[] {
	const cut = segments(text, [], findDecorations(text));
	expect(cut.map((one) => one.text).join(""), "not a letter is lost or moved").toBe(text);
	return cut.filter(({ kinds }) => !kinds.includes("sign")).map((one) => [one.text, ...one.kinds].join(":"));
}

test("the cells of a table stand below one another, whatever they hold", () => {
	const text = "| a | long |\n|---|---|\n| wide | b |\n\nNo table.";
	const pads = findDecorations(text).filter(({ look }) => look === "pipe");
	expect(pads.map(({ pad }) => pad)).toEqual([0, 3, 0, 0, 0, 3]);
});

describe("Markdown and transcripts are dressed, to the letter", () => {
	const rows: [rule: string, text: string, expected: string[]][] = [
		["a heading", "## The wall ##", ["The wall:heading"]],
		["a number sign in a sentence", "We are #1 in #2", ["We are #1 in #2"]],
		["strong and emphasised", "a **bold** and *soft* word", ["a ", "bold:strong", " and ", "soft:em", " word"]],
		["a product is no emphasis", "2 * 3 * 4 and a*b*c", ["2 * 3 * 4 and a*b*c"]],
		["code", "say `x` here", ["say ", "x:code", " here"]],
		["strong in a heading", "# A **b**", ["A :heading", "b:heading:strong"]],
		["who speaks, and when", "Jack Breen  0:33  \nHi.", ["Jack Breen:speaker", "  0:33  :time", "\nHi."]],
		["a list", "- one\n- two", ["-:bullet", " one\n", "-:bullet", " two"]],
		["a numbered list", "  1. one", ["  ", "1.:number", " one"]],
		["a dash in a sentence", "one - two", ["one - two"]],
		["bars that are no table", "| a | b |", ["| a | b |"]],
		["a time in a sentence", "We met at 10:30 there", ["We met at 10:30 there"]],
	];
	test.each(rows)("%s", (rule, text, expected) => {
		expect(seen(text), rule).toEqual(expected);
	});
});
