/** Blocks come from the host in pages of fixed borders, so that a page is one entry of the query cache. */
export const PAGE_SIZE = 40;

export type Page = { from: number; to: number };

export function pageOf(block: number, blockCount: number): Page {
	const from = Math.floor(block / PAGE_SIZE) * PAGE_SIZE;
	return { from, to: Math.min(from + PAGE_SIZE, blockCount) };
}

/** The pages that the blocks `first..=last` lie in, and one more on each side, fetched ahead. */
export function pagesAround(first: number, last: number, blockCount: number): Page[] {
	if (blockCount === 0) return [];
	const lowest = Math.max(0, pageOf(first, blockCount).from - PAGE_SIZE);
	const highest = Math.min(blockCount - 1, pageOf(last, blockCount).from + PAGE_SIZE);
	const pages: Page[] = [];
	for (let from = lowest; from <= highest; from += PAGE_SIZE) pages.push(pageOf(from, blockCount));
	return pages;
}
