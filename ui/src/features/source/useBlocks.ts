import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import type { SourceBlock } from "../../ipc/bindings";
import { blocksQuery } from "../../ipc/queries";
import { pagesAround } from "./pages";

export type Blocks = { at: (block: number) => SourceBlock | undefined; error: Error | null; retry: () => void };

/** The blocks around those in view, as far as they have come. */
export function useBlocks(input: string, blockCount: number, first: number, last: number): Blocks {
	return useQueries({
		queries: pagesAround(first, last, blockCount).map((page) => blocksQuery(input, page.from, page.to)),
		combine: together,
	});
}

function together(results: UseQueryResult<SourceBlock[]>[]): Blocks {
	const blocks = new Map(results.flatMap(({ data }) => data ?? []).map((block) => [block.index, block]));
	const failed = results.filter(({ error }) => error);
	return {
		at: (block) => blocks.get(block),
		error: failed[0]?.error ?? null,
		retry: () => failed.forEach((page) => void page.refetch()),
	};
}
