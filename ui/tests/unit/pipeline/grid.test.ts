import { describe, expect, test } from "vitest";
import { Heights } from "../../../src/features/pipeline/grid/heights.ts";
import { linesBetween, type PlacedCard } from "../../../src/features/pipeline/grid/lines.ts";
import { pagesOf, poolSize, rowsAround, rowsInView, scrollFor } from "../../../src/features/pipeline/grid/range.ts";

/** Rows of 80 pixels, some of them higher. */
function rows(count: number, higher: Record<number, number> = {}): Heights {
	const heights = new Heights(80);
	heights.resize(count);
	for (const [row, height] of Object.entries(higher)) heights.set(Number(row), height);
	return heights;
}

describe("rows in the document", () => {
	test("as many as fit, one cut at each edge, and a few beside them", () => {
		expect(poolSize(800, 80, 3)).toBe(17);
	});

	test.each([
		[0, 1000, { first: 0, end: 17 }, "at the top the spare rows are all below"],
		[800, 1000, { first: 7, end: 24 }, "in the middle they are on both sides"],
		[80_000, 1000, { first: 983, end: 1000 }, "at the end they are all above"],
		[0, 5, { first: 0, end: 5 }, "a short column is there as a whole"],
		[0, 0, { first: 0, end: 0 }, "an empty one has none"],
	])("scrolled by %s of %s rows: %o (%s)", (scrollTop, count, range, rule) => {
		expect(rowsAround(scrollTop, rows(count), 17, 3, count), rule).toEqual(range);
	});

	test("every row of a range has an element of its own, wherever the range begins", () => {
		const pool = 17;
		const heights = rows(1000, { 2: 300, 7: 81, 9: 1200 });
		for (let scrollTop = 0; scrollTop < 4000; scrollTop += 37) {
			const { first, end } = rowsAround(scrollTop, heights, pool, 3, 1000);
			const elements = new Set(Array.from({ length: end - first }, (_, at) => (first + at) % pool));
			expect(elements.size, `at ${scrollTop}`).toBe(pool);
			const seen = rowsInView(scrollTop, 800, heights, 1000);
			expect(seen.first >= first && seen.end <= end, `what is in view at ${scrollTop} is drawn`).toBe(true);
		}
	});

	test.each([
		[{ first: 0, end: 100 }, [0]],
		[{ first: 99, end: 101 }, [0, 1]],
		[{ first: 250, end: 270 }, [2]],
		[{ first: 5, end: 5 }, []],
	])("%o stands on pages %o", (range, pages) => {
		expect(pagesOf(range, 100)).toEqual(pages);
	});

	test.each([
		[3, false, 0, "in view already"],
		[20, false, 880, "just to the lower edge"],
		[20, true, 1240, "to the middle, when it was asked for from elsewhere"],
	])("row %s, centred %s: scrolls to %s (%s)", (row, centre, to, rule) => {
		expect(scrollFor(row, 0, 800, rows(100), centre), rule).toBe(to);
	});

	test("of a row that is higher than the column its beginning is shown", () => {
		expect(scrollFor(5, 0, 800, rows(10, { 5: 900 }), true)).toBe(400);
	});
});

describe("heights of rows", () => {
	test("each begins where those before it end, whatever was measured in which order", () => {
		const heights = new Heights(80);
		heights.resize(1000);
		const plain = Array.from({ length: 1000 }, () => 80);
		for (let turn = 0; turn < 3000; turn++) {
			const row = (turn * 7919) % 1000;
			const height = 60 + ((turn * 104_729) % 400);
			const grown = heights.set(row, height);
			expect(grown, "it says by how much it grew").toBe(Math.max(80, height) - (plain[row] ?? 0));
			plain[row] = Math.max(80, height);
		}
		let top = 0;
		for (const [row, height] of plain.entries()) {
			expect(heights.top(row)).toBe(top);
			expect(heights.at(top), "its first pixel is its own").toBe(row);
			expect(heights.at(top + height - 1), "and its last").toBe(row);
			top += height;
		}
		expect(heights.total).toBe(top);
		expect(heights.at(top + 500), "below the end is the last").toBe(999);
	});

	test("rows that stay keep their height when others come or go, and all forget it in another width", () => {
		const heights = rows(4, { 1: 100, 3: 200 });
		heights.resize(3);
		expect(heights.total).toBe(260);
		heights.resize(5);
		expect(heights.total).toBe(420);
		heights.forget();
		expect(heights.total).toBe(400);
	});
});

describe("lines between two columns", () => {
	const card = (label: string, y: number, upLabels: string[] = [], down = 0): PlacedCard => ({
		label,
		y,
		upLabels,
		up: upLabels.length,
		down,
	});

	test("go from card to card where both are in view, and say where the other end is not", () => {
		const left = [card("F-1", 40, [], 2), card("F-2", 120, [], 1), card("F-3", 200, [], 0)];
		const right = [card("N-1", 40, ["F-1", "F-2"]), card("N-2", 120, ["F-99"])];
		expect(linesBetween(left, right)).toEqual({
			lines: [
				{ from: "F-1", to: "N-1", y1: 40, y2: 40 },
				{ from: "F-2", to: "N-1", y1: 120, y2: 40 },
			],
			leftStubs: [{ label: "F-1", y: 40 }],
			rightStubs: [{ label: "N-2", y: 120 }],
		});
	});

	test("of more links than a card names, the rest is a stub", () => {
		const right = [{ ...card("N-1", 40, ["F-1"]), up: 40 }];
		expect(linesBetween([card("F-1", 40, [], 1)], right)).toMatchObject({
			rightStubs: [{ label: "N-1" }],
			leftStubs: [],
		});
	});
});
