import { queryOptions } from "@tanstack/react-query";
import { commands, type DocumentAsk } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";

export const recipesQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.documents, discovery, "recipes"],
		queryFn: () => call(commands.documentRecipes(discovery)),
	});

/** Query for the estimated use of a run. Nothing is sent; null while the request is incomplete. */
export const estimateQuery = (discovery: string, ask: DocumentAsk | null) =>
	queryOptions({
		queryKey: [...roots.documents, discovery, "estimate", ask],
		queryFn: () => (ask ? call(commands.documentEstimate(discovery, ask)) : null),
		gcTime: 0,
		retry: false,
		placeholderData: (previous) => previous,
	});

/** The runs of a discovery, the newest first. */
export const runsQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.documents, discovery, "list"],
		queryFn: () => call(commands.documentRunList(discovery)),
	});

/** The runs of the library that wait for the analyst. */
export const waitingRunsQuery = queryOptions({
	queryKey: [...roots.documents, "waiting"],
	queryFn: () => call(commands.documentRunsWaiting()),
});

export const documentRunQuery = (run: string) =>
	queryOptions({
		queryKey: [...roots.documents, "run", run],
		queryFn: () => call(commands.documentRunShow(run)),
	});

/** So many paragraphs are fetched at once. */
export const TEXT_PAGE = 60;

/** The key of all paragraphs of a document. */
export const documentTextKey = (run: string, document: string) => [...roots.documents, "text", run, document];

/** Some paragraphs of a document, as far as it is stored. */
export const documentTextQuery = (run: string, document: string, page: number) =>
	queryOptions({
		queryKey: [...documentTextKey(run, document), page],
		queryFn: () => call(commands.documentRunTextPage(run, document, page * TEXT_PAGE, TEXT_PAGE)),
	});

export const walletQuery = queryOptions({
	queryKey: [...roots.documents, "wallet"],
	queryFn: () => call(commands.walletShow()),
});

const BOOKINGS = 200;

/** The newest bookings, the newest first. */
export const ledgerQuery = queryOptions({
	queryKey: [...roots.documents, "ledger"],
	queryFn: () => call(commands.walletLedger(null, BOOKINGS)),
});
