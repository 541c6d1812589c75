import { expect, test } from "vitest";
import { wordDiff } from "../../../src/shared/cards/wordDiff.ts";

const shown = (before: string, now: string) =>
	wordDiff(before, now)
		.map(({ side, text }) => ({ both: text, quote: `[-${text.trim()}] `, source: `[+${text.trim()}] ` })[side])
		.join("")
		.trim();

test.each([
	["The wall is 6 m", "The wall is 6 m", "The wall is 6 m"],
	["The wall is 6 m wide", "The wall is 7 m wide", "The wall is [-6] [+7] m wide"],
	["", "All new", "[+All] [+new]"],
	["It was here", "", "[-It] [-was] [-here]"],
	["one two three", "three", "[-one] [-two] three"],
])("“%s” to “%s”", (before, now, diff) => {
	expect(shown(before, now)).toBe(diff);
});

test("both sides can be read back from it, whatever they are", () => {
	const [before, now] = ["a b  c\nd e f", "b x c d\n\nf g"];
	const words = wordDiff(before, now);
	const of = (sides: string[]) => words.filter(({ side }) => sides.includes(side)).map(({ text }) => text.trim());
	expect(of(["both", "quote"])).toEqual(before.split(/\s+/));
	expect(of(["both", "source"])).toEqual(now.split(/\s+/));
});

test("texts too long to compare are shown one after the other", () => {
	const long = "word ".repeat(2000);
	expect(wordDiff(long, "short")).toEqual([
		{ side: "quote", text: long },
		{ side: "source", text: "short" },
	]);
});
