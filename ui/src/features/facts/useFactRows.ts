import { useInfiniteQuery } from "@tanstack/react-query";
import type { FactFilter } from "../../ipc/bindings";
import { factsQuery } from "../../ipc/queries";

/** The rows that are loaded, and how to ask for the ones that come into view. Pages follow one another by cursor. */
export function useFactRows(discovery: string, filter: FactFilter) {
	const query = useInfiniteQuery(factsQuery(discovery, filter));
	const rows = query.data?.pages.flatMap((page) => page.facts) ?? [];
	const total = query.data?.pages[0]?.total ?? 0;
	const reach = (last: number) => {
		if (last >= rows.length && query.hasNextPage && !query.isFetching) void query.fetchNextPage();
	};
	return { query, rows, total, reach };
}
