import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { FactFilter } from "../../ipc/bindings";
import { allFactsQuery, factsQuery } from "../../ipc/queries";

/**
 * The rows that are loaded, and how to ask for the ones that come into view: pages follow one another by cursor. What is
 * put in another order than the ledger's, or in groups, is wanted as a whole.
 */
export function useFactRows(discovery: string, filter: FactFilter, isWhole: boolean) {
	const query = useInfiniteQuery(factsQuery(discovery, filter));
	const whole = useQuery({ ...allFactsQuery(discovery, filter), enabled: isWhole });
	const paged = query.data?.pages.flatMap((page) => page.facts) ?? [];
	const rows = (isWhole && whole.data) || paged;
	const total = query.data?.pages[0]?.total ?? 0;
	const reach = (last: number) => {
		if (!isWhole && last >= rows.length && query.hasNextPage && !query.isFetching) void query.fetchNextPage();
	};
	return { query, rows, total, reach, isWaiting: query.isPending || (isWhole && whole.isPending) };
}
