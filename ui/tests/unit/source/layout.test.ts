import { describe, expect, test } from "vitest";
import { estimatedTops, fitCards, stackCards } from "../../../src/features/source/heights";
import { PAGE_SIZE, pageOf, pagesAround } from "../../../src/features/source/pages";
import { blockAt, STEPS, stripMarks } from "../../../src/features/source/strip";

describe("cards stand at the height of their words, or right under the card before", () => {
	const rows: [rule: string, wanted: number[], heights: number[], expected: number[]][] = [
		["room for each", [0, 100], [40, 40], [0, 100]],
		["words on one line", [0, 0, 0], [40, 40, 40], [0, 44, 88]],
		["a card in the way pushes the next one only", [10, 20, 200], [40, 40, 40], [10, 54, 200]],
		["none", [], [], []],
	];
	test.each(rows)("%s", (rule, wanted, heights, expected) => {
		expect(stackCards(wanted, heights, 4), rule).toEqual(expected);
	});
});

describe("estimated heights", () => {
	test("a long block is guessed taller than a short one", () => {
		const [, short = 0, long = 0] = estimatedTops([10, 1000]);
		expect(long - short, "fifteen lines are taller than one").toBeGreaterThan(short);
	});
});

describe("cards take no room that the text does not have, and none lies over another", () => {
	const rows: [rule: string, wanted: number[], room: number, tops: number[], short: boolean[], needed: number][] = [
		["room for all", [0, 44], 84, [0, 44], [false, false], 84],
		["the later ones are one line", [0, 30, 60], 88, [0, 44, 68], [false, true, true], 88],
		["nearer than their words", [0, 70], 74, [0, 54], [false, true], 64],
		["of too many, all are one line and need more", [0, 10, 20], 30, [0, 24, 48], [true, true, true], 68],
		["one alone that is too high", [0], 20, [0], [true], 20],
		["none", [], 20, [], [], 0],
	];
	test.each(rows)("%s", (rule, wanted, room, tops, short, needed) => {
		const heights = wanted.map(() => 40);
		const fit = fitCards(wanted, heights, { room, gap: 4, line: 20 });
		expect({ ...fit, needed: Math.max(0, fit.needed) }, rule).toEqual({ tops, short, needed });
	});
});

describe("pages of blocks", () => {
	test("the last page ends with the text", () => {
		expect(pageOf(95, 100)).toEqual({ from: 80, to: 100 });
	});

	const rows: [rule: string, first: number, last: number, count: number, expected: number[]][] = [
		["nothing for an empty text", 0, 0, 0, []],
		["a short text is one page", 0, 5, 12, [0]],
		["one page on each side is fetched ahead", 85, 90, 1000, [40, 80, 120]],
		["a window over two pages", 35, 45, 1000, [0, 40, 80]],
		["not past the end", 990, 999, 1000, [920, 960]],
	];
	test.each(rows)("%s", (rule, first, last, count, expected) => {
		const pages = pagesAround(first, last, count);
		expect(
			pages.map(({ from }) => from),
			rule,
		).toEqual(expected);
		expect(pages.every(({ from, to }) => to <= count && to - from <= PAGE_SIZE)).toBe(true);
	});
});

describe("the strip at the scroll bar", () => {
	const tops = [0, 100, 200, 400];

	test("a mark stands where its block does", () => {
		const marks = stripMarks([{ block: 2, status: "conflict", needsReview: false, acceptedBy: null }], tops);
		expect(marks).toEqual({ conflict: [STEPS / 2] });
	});

	test("marks of a kind on one step are one mark, those of three kinds are three", () => {
		const accepted = { block: 1, status: "accepted", needsReview: false, acceptedBy: null } as const;
		const byRules = { ...accepted, acceptedBy: "rules" } as const;
		const marks = stripMarks([accepted, accepted, byRules, { ...byRules, needsReview: true }], tops);
		expect(marks).toEqual({ accepted: [STEPS / 4], rules: [STEPS / 4], review: [STEPS / 4] });
	});

	test("thousands of facts are at most one mark a step", () => {
		const many = Array.from(
			{ length: 5000 },
			() => ({ block: 0, status: "accepted", needsReview: false, acceptedBy: null }) as const,
		);
		expect(stripMarks(many, tops).accepted).toHaveLength(1);
	});

	const rows: [fraction: number, block: number][] = [
		[0, 0],
		[0.24, 0],
		[0.26, 1],
		[0.5, 2],
		[1, 2],
	];
	test.each(rows)("at %f of its height is block %i", (fraction, block) => {
		expect(blockAt(fraction, tops)).toBe(block);
	});
});
