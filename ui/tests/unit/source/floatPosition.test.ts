import { describe, expect, test } from "vitest";
import { besidePosition, buttonTop, floatPosition, marginStart } from "../../../src/features/source/floatPosition.ts";

/** The visible part of the text: 700 pixels, from 1,000 on. */
const seen = { from: 1000, to: 1700 };

test("a button is below its words, but where it would be cut off", () => {
	expect(buttonTop({ above: 1100, below: 1120 }, seen, 30)).toBe(1124);
	expect(buttonTop({ above: 1660, below: 1690 }, seen, 30)).toBe(1626);
	expect(buttonTop({ above: 2000, below: 2020 }, seen, 30), "out of sight").toBe(2024);
});

describe("a form beside words", () => {
	const rows: [
		rule: string,
		above: number,
		below: number,
		height: number,
		expected: ReturnType<typeof floatPosition>,
	][] = [
		["below them where it fits", 1100, 1120, 400, { top: 1124, height: null, scroll: 0 }],
		["above them where it does not", 1500, 1520, 400, { top: 1096, height: null, scroll: 0 }],
		["with the words moved up where neither has room", 1300, 1320, 500, { top: 1324, height: null, scroll: 132 }],
		["above, as high as there is room, at the foot", 1690, 1698, 690, { top: 1008, height: 678, scroll: 0 }],
	];
	test.each(rows)("lies %s", (_, above, below, height, expected) => {
		expect(floatPosition({ above, below }, seen, height)).toEqual(expected);
	});

	test("is never on the words, and never out of sight", () => {
		for (let above = 1000; above <= 1670; above += 10)
			for (const height of [40, 260, 400, 560, 900]) {
				const below = above + 24;
				const { top, height: cut, scroll } = floatPosition({ above, below }, seen, height);
				const bottom = top + (cut ?? height);
				expect(bottom <= above || top >= below, `${above} ${height}: beside`).toBe(true);
				expect(bottom, `${above} ${height}: its foot is seen`).toBeLessThanOrEqual(seen.to + scroll);
				expect(top, `${above} ${height}: its head is seen`).toBeGreaterThanOrEqual(seen.from + scroll);
				expect(above, `${above} ${height}: the words are seen`).toBeGreaterThanOrEqual(seen.from + scroll);
			}
	});
});

describe("the margin beside the text", () => {
	test("takes what fits between the text and the edge", () => {
		expect(marginStart({ text: 600, all: 1000 }, 240)).toBe(612);
		expect(marginStart({ text: 600, all: 850 }, 240)).toBeNull();
	});

	test.each([
		["from the first line of the words on", 1100, 400, { top: 1100, height: null, scroll: 0 }],
		["up from the foot", 1600, 400, { top: 1292, height: null, scroll: 0 }],
		["cut where it is higher than the view", 1600, 900, { top: 1008, height: 684, scroll: 0 }],
	])("has a form %s", (_, above, height, expected) => {
		expect(besidePosition(above, seen, height)).toEqual(expected);
	});
});
