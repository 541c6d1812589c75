import { describe, expect, test } from "vitest";
import { chartOf, POINTS_SHOWN, ticksOf, vendorMark } from "../../src/features/catalogue/chart.ts";
import type { PricePoint, PriceSeries, PriceSummary } from "../../src/ipc/bindings.ts";

const money = (minor: number) => ({ minor, currency: "EUR", digits: 2 });

function point(minor: number, day: number, vendor: string): PricePoint {
	return {
		id: null,
		price: money(minor),
		unit: "m²",
		quantity: null,
		vendor,
		date: "2026",
		day,
		recorded: false,
		origin: "manual",
		fact: null,
		note: "",
		converted: null,
		leftOut: false,
		tax: null,
		terms: { vendor: null, date: null, validFrom: null, validUntil: null, vat: null, discounts: [] },
	};
}

function summary(points: number[]): PriceSummary {
	const last = money(0);
	return { points, last, median: last, medianRounded: false, low: last, high: last, ageDays: 0 };
}

function series(vendors: Record<string, number[]>, all: number[]): PriceSeries {
	const of = Object.entries(vendors).map(([vendor, points]) => ({ vendor, summary: summary(points) }));
	return { currency: "EUR", unit: "m²", tax: null, all: summary(all), vendors: of };
}

describe("the chart of prices", () => {
	test("places the oldest left, the newest right, the dearest above", () => {
		const points = [point(1000, 0, "A"), point(2000, 50, "B"), point(1500, 100, "A")];
		const { marks, vendors } = chartOf(series({ A: [0, 2], B: [1] }, [0, 1, 2]), points);
		expect(marks.map(({ x }) => x)).toEqual([0, 0.5, 1]);
		expect((marks[1]?.y ?? 1) < (marks[2]?.y ?? 0)).toBe(true);
		expect(marks.map(({ vendor }) => vendor)).toEqual(["A", "B", "A"]);
		expect(vendors.map(({ shape }) => shape)).toEqual(["circle", "square"]);
	});

	test("one price stands in the middle", () => {
		const { marks } = chartOf(series({ A: [0] }, [0]), [point(1250, 7, "A")]);
		expect(marks[0]?.x).toBe(0.5);
	});

	test("what was converted stands where it is told", () => {
		const rate = { id: "r", from: "USD", to: "EUR", rate: "0.5", date: "2026-01-01", note: "" };
		const other = { ...point(4000, 10, "A"), converted: { price: money(2000), rate, inverse: false } };
		const { ticks } = chartOf(series({ A: [0, 1] }, [0, 1]), [point(1000, 0, "A"), other]);
		expect(ticks.at(-1)?.minor).toBe(2000);
	});

	test("draws the newest and says how many are left out", () => {
		const many = Array.from({ length: POINTS_SHOWN + 5 }, (_, at) => point(100 + at, at, "A"));
		const indexes = many.map((_, at) => at);
		const { marks, left } = chartOf(series({ A: indexes }, indexes), many);
		expect([marks.length, left, marks[0]?.point]).toEqual([POINTS_SHOWN, 5, 5]);
	});

	test("no two vendors look alike before all pairs are used", () => {
		const allMarks = Array.from({ length: 36 }, (_, at) => JSON.stringify(vendorMark(at)));
		expect(new Set(allMarks).size).toBe(36);
	});
});

describe("the amounts beside it", () => {
	test.each([
		[1000, 2000],
		[1120, 1390],
		[1250, 1250],
		[0, 0],
		[3, 1_000_000],
	])("hold all prices from %i to %i between round ones", (low, high) => {
		const ticks = ticksOf(low, high);
		expect(ticks[0] ?? 1).toBeLessThanOrEqual(low);
		expect(ticks.at(-1) ?? 0).toBeGreaterThanOrEqual(high);
		expect(ticks.length).toBeGreaterThan(1);
		expect(ticks.length).toBeLessThan(8);
		expect(ticks.every(Number.isInteger)).toBe(true);
	});
});
