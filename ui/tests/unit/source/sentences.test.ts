import { describe, expect, test } from "vitest";
import { nextSentence, sentencesOf, type TextSpan, withoutLast } from "../../../src/features/source/sentences";
import type { SourceBlock } from "../../../src/ipc/bindings";

const block = (start: number, text: string) => ({ start, text }) as SourceBlock;
const first = block(10, "The dam held. It was built in 1912! Was it?");
const second = block(55, "An 😀 emoji. The end.");
const blocks = [first, second];
const fetch = async (index: number) => blocks[index];
const words = ({ start, end }: TextSpan) => {
	const home = start < second.start ? first : second;
	return home.text.slice(start - home.start, end - home.start);
};

describe("sentences", () => {
	test("are cut where the language cuts them, without the blanks around them", () => {
		expect(blocks.flatMap((home) => sentencesOf(home).map(words))).toEqual([
			"The dam held.",
			"It was built in 1912!",
			"Was it?",
			"An 😀 emoji.",
			"The end.",
		]);
	});

	const inside = (text: string): TextSpan => {
		const start = first.start + first.text.indexOf(text);
		return { start, end: start };
	};
	const whole = (home: SourceBlock, at: number): TextSpan => sentencesOf(home)[at] ?? { start: 0, end: 0 };
	test.each([
		["with nothing selected the first of the block is next", 0, null, 1, "The dam held."],
		["then the one behind it", 0, whole(first, 0), 1, "It was built in 1912!"],
		["over the end of the block", 0, whole(first, 2), 1, "An 😀 emoji."],
		["and back", 1, whole(second, 0), -1, "Was it?"],
		["from a point, the one that it stands in", 0, inside("built"), 1, "It was built in 1912!"],
		["at the end there is none", 1, whole(second, 1), 1, undefined],
		["nor before the first", 0, whole(first, 0), -1, undefined],
	] as const)("%s", async (_, home, from, direction, expected) => {
		const found = await nextSentence(blocks.length, home, from, direction, fetch);
		expect(found ? words(found) : undefined).toBe(expected);
	});

	test("the last is taken out of a selection, but never the only one", () => {
		const two = { start: whole(first, 0).start, end: whole(first, 1).end };
		expect(words(withoutLast(two, first))).toBe("The dam held.");
		expect(withoutLast(whole(first, 0), first)).toEqual(whole(first, 0));
	});
});
