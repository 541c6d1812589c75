import type { Heights } from "./heights";

/** The rows of a column in the document, and the pages they are on. */

export interface Range {
	first: number;
	/** Not itself in it. */
	end: number;
}

/** Returns the number of rows that a column holds in the document: those that fit, one cut at each edge, and a few
 * beside them. */
export function poolSize(height: number, rowHeight: number, beside: number): number {
	return Math.ceil(height / rowHeight) + 1 + 2 * beside;
}

/** As many rows as the pool holds, around those in view; never outside the column. */
export function rowsAround(scrollTop: number, heights: Heights, pool: number, beside: number, count: number): Range {
	const wanted = heights.at(scrollTop) - beside;
	const first = Math.max(0, Math.min(wanted, count - pool));
	return { first, end: Math.min(count, first + pool) };
}

export function rowsInView(scrollTop: number, height: number, heights: Heights, count: number): Range {
	if (count === 0) return { first: 0, end: 0 };
	return { first: heights.at(scrollTop), end: Math.min(count, heights.at(scrollTop + height - 1) + 1) };
}

export function pagesOf({ first, end }: Range, pageSize: number): number[] {
	if (end <= first) return [];
	const from = Math.floor(first / pageSize);
	return Array.from({ length: Math.floor((end - 1) / pageSize) - from + 1 }, (_, at) => from + at);
}

/** Returns the scroll position that brings a row into view, by as little as possible; with `centre`, to the middle if
 * it was outside. */
export function scrollFor(row: number, scrollTop: number, height: number, heights: Heights, centre: boolean): number {
	const top = heights.top(row);
	const high = heights.of(row);
	if (top >= scrollTop && top + high <= scrollTop + height) return scrollTop;
	// Of one that is higher than the column its beginning is shown.
	if (high > height) return top;
	if (centre) return Math.max(0, top - (height - high) / 2);
	return top < scrollTop ? top : top + high - height;
}
