/** Which rows of a column are in the document, and which pages they stand on. Rows are all of one height. */

export interface Range {
	first: number;
	/** Not itself in it. */
	end: number;
}

/** How many rows a column keeps in the document: those that fit, one cut at each edge, and a few beside them. */
export function poolSize(height: number, rowHeight: number, beside: number): number {
	return Math.ceil(height / rowHeight) + 1 + 2 * beside;
}

/** As many rows as the pool holds, around those in view; never outside the column. */
export function rowsAround(scrollTop: number, rowHeight: number, pool: number, beside: number, count: number): Range {
	const wanted = Math.floor(scrollTop / rowHeight) - beside;
	const first = Math.max(0, Math.min(wanted, count - pool));
	return { first, end: Math.min(count, first + pool) };
}

export function rowsInView(scrollTop: number, height: number, rowHeight: number, count: number): Range {
	const first = Math.max(0, Math.floor(scrollTop / rowHeight));
	return { first, end: Math.min(count, Math.ceil((scrollTop + height) / rowHeight)) };
}

export function pagesOf({ first, end }: Range, pageSize: number): number[] {
	if (end <= first) return [];
	const from = Math.floor(first / pageSize);
	return Array.from({ length: Math.floor((end - 1) / pageSize) - from + 1 }, (_, at) => from + at);
}

/** Where to scroll so that a row is in view, by as little as possible; with `centre`, to the middle if it was outside. */
export function scrollFor(row: number, scrollTop: number, height: number, rowHeight: number, centre: boolean): number {
	const top = row * rowHeight;
	if (top >= scrollTop && top + rowHeight <= scrollTop + height) return scrollTop;
	if (centre) return Math.max(0, top - (height - rowHeight) / 2);
	return top < scrollTop ? top : top + rowHeight - height;
}
