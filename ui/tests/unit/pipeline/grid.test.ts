import { describe, expect, test } from "vitest";
import { linesBetween, type Placed } from "../../../src/features/pipeline/grid/lines.ts";
import { pagesOf, poolSize, rowsAround, rowsInView, scrollFor } from "../../../src/features/pipeline/grid/range.ts";

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
		expect(rowsAround(scrollTop, 80, 17, 3, count), rule).toEqual(range);
	});

	test("every row of a range has an element of its own, wherever the range begins", () => {
		const pool = 17;
		for (let scrollTop = 0; scrollTop < 4000; scrollTop += 37) {
			const { first, end } = rowsAround(scrollTop, 80, pool, 3, 1000);
			const elements = new Set(Array.from({ length: end - first }, (_, at) => (first + at) % pool));
			expect(elements.size, `at ${scrollTop}`).toBe(pool);
			const seen = rowsInView(scrollTop, 800, 80, 1000);
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
		expect(scrollFor(row, 0, 800, 80, centre), rule).toBe(to);
	});
});

describe("lines between two columns", () => {
	const card = (label: string, y: number, upLabels: string[] = [], down = 0): Placed => ({
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
