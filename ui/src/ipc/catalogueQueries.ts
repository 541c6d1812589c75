import { queryOptions } from "@tanstack/react-query";
import { type CsvKind, commands } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";

/** The window's queries of canonical items and prices. */

export const CATALOGUE_PAGE = 100;

export const catalogueQuery = (words: string, archived: boolean, page: number) =>
	queryOptions({
		queryKey: [...roots.memory, "catalogue", words, archived, page],
		queryFn: () => call(commands.cataloguePage(words, archived, page * CATALOGUE_PAGE, CATALOGUE_PAGE)),
		placeholderData: (previous) => previous,
	});

export const waitingQuery = queryOptions({
	queryKey: [...roots.memory, "waiting"],
	queryFn: () => call(commands.canonicalWaiting()),
});

export const linesQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.memory, "lines", discovery],
		queryFn: () => call(commands.canonicalLines(discovery)),
	});

export const pricesQuery = (canonical: string, currency: string | null) =>
	queryOptions({
		queryKey: [...roots.memory, "prices", canonical, currency],
		queryFn: () => call(commands.pricePanel(canonical, currency)),
		placeholderData: (previous) => (previous?.item.id === canonical ? previous : undefined),
	});

export const ratesQuery = queryOptions({
	queryKey: [...roots.memory, "rates"],
	queryFn: () => call(commands.rateList()),
});

/** Read once for the dialog that shows it, and never kept: the file may change. */
export const csvQuery = (kind: CsvKind, path: string) =>
	queryOptions({
		queryKey: [...roots.memory, "csv", kind, path],
		queryFn: () => call(commands.csvPreview(kind, path)),
		gcTime: 0,
	});
