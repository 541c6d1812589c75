import type { PricePoint, PriceSeries } from "../../ipc/bindings";

/** Positions of the prices of a series in the chart: pure, so that a test can look. Positions are shares of the area. */

const SHAPES = ["circle", "square", "triangle", "diamond", "cross", "plus"] as const;
export type Shape = (typeof SHAPES)[number];

/** More than these on one chart no eye tells apart; the table has them all. */
export const POINTS_SHOWN = 300;

interface Mark {
	point: number;
	x: number;
	y: number;
	vendor: string;
	shape: Shape;
	colour: number;
}

export interface Chart {
	marks: Mark[];
	/** The vendors in the order of the legend. */
	vendors: { vendor: string; shape: Shape; colour: number }[];
	/** Whole minor units. */
	ticks: { minor: number; y: number }[];
	days: { day: number; x: number }[];
	left: number;
}

/** Shape and colour together tell a vendor; neither repeats before all pairs were used. */
export function vendorMark(at: number): { shape: Shape; colour: number } {
	const count = SHAPES.length;
	const shape = SHAPES[at % count] ?? "circle";
	return { shape, colour: (at + Math.floor(at / count)) % count };
}

export function chartOf(series: PriceSeries, points: readonly PricePoint[]): Chart {
	const vendors = series.vendors.map(({ vendor }, at) => ({ vendor, ...vendorMark(at) }));
	const vendorOf = new Map<number, number>();
	series.vendors.forEach(({ summary }, at) => {
		for (const point of summary.points) vendorOf.set(point, at);
	});
	const shown = series.all.points.slice(-POINTS_SHOWN);
	const prices = shown.map((at) => shownMinor(points[at]));
	const days = shown.map((at) => points[at]?.day ?? 0);
	const ticks = ticksOf(Math.min(...prices), Math.max(...prices));
	const low = ticks[0] ?? 0;
	const high = ticks.at(-1) ?? 1;
	const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0];
	const x = (day: number) => (last === first ? 0.5 : (day - first) / (last - first));
	const y = (minor: number) => (high === low ? 0.5 : 1 - (minor - low) / (high - low));
	const middle = Math.round((first + last) / 2);
	return {
		marks: shown.map((point, at) => {
			const { vendor, shape, colour } = vendors[vendorOf.get(point) ?? 0] ?? { vendor: "", ...vendorMark(0) };
			return { point, vendor, shape, colour, x: x(days[at] ?? 0), y: y(prices[at] ?? 0) };
		}),
		vendors,
		ticks: ticks.map((minor) => ({ minor, y: y(minor) })),
		days: [...new Set(last - first > 60 ? [first, middle, last] : [first, last])].map((day) => ({ day, x: x(day) })),
		left: series.all.points.length - shown.length,
	};
}

/** The price in the currency of its series. */
function shownMinor(point: PricePoint | undefined): number {
	return point?.converted?.price.minor ?? point?.price.minor ?? 0;
}

/** Three to six round amounts that hold all prices between them. */
export function ticksOf(low: number, high: number): number[] {
	if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
	const span = Math.max(high - low, Math.max(high * 0.1, 1));
	const rough = span / 3;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
	const first = Math.max(0, Math.floor(low / step) * step);
	const ticks = [first];
	while ((ticks.at(-1) ?? 0) < high || ticks.length < 2) ticks.push((ticks.at(-1) ?? 0) + step);
	return ticks;
}
