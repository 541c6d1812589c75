import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { commands, type FactFilter, type FactPage, type FactRow } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";

/** Everything the window reads, one option object a question; `topics.ts` says when each is asked again. */

const FACTS_PER_PAGE = 500;
const ALL_AT_ONCE = 2_000;
const BUNDLES_PER_PAGE = 200;

export const libraryQuery = queryOptions({
	queryKey: roots.library,
	queryFn: () => call(commands.libraryState()),
});

export const preferencesQuery = queryOptions({
	queryKey: roots.preferences,
	queryFn: () => call(commands.preferences()),
});

export const scansQuery = queryOptions({
	queryKey: [...roots.preferences, "scans"],
	queryFn: () => call(commands.scans()),
});

export const discoveriesQuery = (search: string, archived: boolean) =>
	queryOptions({
		queryKey: [...roots.discoveries, search, archived],
		queryFn: () => call(commands.discoveryList(search === "" ? null : search, archived)),
		placeholderData: (previous) => previous,
	});

export const packsQuery = (goal: string) =>
	queryOptions({
		queryKey: [...roots.packs, goal],
		queryFn: () => call(commands.packsOffered(goal)),
		placeholderData: (previous) => previous,
	});

export const discoveryQuery = (id: string) =>
	queryOptions({
		queryKey: [...roots.discovery, id],
		queryFn: () => call(commands.discoveryOpen(id)),
	});

export const outlineQuery = (input: string) =>
	queryOptions({
		queryKey: [...roots.source, input, "outline"],
		queryFn: () => call(commands.sourceOutline(input)),
		placeholderData: (previous) => (previous?.inputId === input ? previous : undefined),
	});

export const blocksQuery = (input: string, from: number, to: number) =>
	queryOptions({
		queryKey: [...roots.source, input, "blocks", from, to],
		queryFn: () => call(commands.sourceBlocks(input, from, to)),
	});

/** The facts on drawn pages, from one to before another, counted from 1. */
export const sourcePagesQuery = (input: string, from: number, to: number) =>
	queryOptions({
		queryKey: [...roots.source, input, "pages", from, to],
		queryFn: () => call(commands.sourcePages(input, from, to)),
		placeholderData: (previous) => previous,
	});

/** Query for the document of an Input. */
export const documentQuery = (input: string) =>
	queryOptions({
		queryKey: [...roots.source, input, "document"],
		queryFn: () => call(commands.documentShow(input)),
	});

export const factsQuery = (discovery: string, filter: FactFilter) =>
	infiniteQueryOptions({
		queryKey: [...roots.facts, discovery, filter],
		queryFn: ({ pageParam }) => call(commands.factsPage(discovery, filter, pageParam, FACTS_PER_PAGE)),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.next,
		placeholderData: (previous) => previous,
	});

/** All of them, for an order that is not the ledger's. */
export const allFactsQuery = (discovery: string, filter: FactFilter) =>
	queryOptions({
		queryKey: [...roots.facts, discovery, filter, "all"],
		queryFn: async () => {
			const facts: FactRow[] = [];
			for (let after: string | null = null, more = true; more; more = after !== null) {
				const page: FactPage = await call(commands.factsPage(discovery, filter, after, ALL_AT_ONCE));
				facts.push(...page.facts);
				after = page.next;
			}
			return facts;
		},
		placeholderData: (previous) => previous,
	});

export const factQuery = (fact: string) =>
	queryOptions({
		queryKey: [...roots.fact, fact],
		queryFn: () => call(commands.factDetail(fact)),
	});

/** Query for the location of a fact's words. */
export const placeQuery = (fact: string) =>
	queryOptions({
		queryKey: [...roots.fact, fact, "place"],
		queryFn: () => call(commands.factPlace(fact)),
	});

export const bundlesQuery = (discovery: string) =>
	infiniteQueryOptions({
		queryKey: [...roots.bundles, discovery],
		queryFn: ({ pageParam }) => call(commands.bundlePage(discovery, pageParam, BUNDLES_PER_PAGE)),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.next,
	});

export const bundleQuery = (bundle: string) =>
	queryOptions({
		queryKey: [...roots.bundle, bundle],
		queryFn: () => call(commands.bundleShow(bundle)),
	});

export const runQuery = (run: string) =>
	queryOptions({
		queryKey: [...roots.run, run],
		queryFn: () => call(commands.runShow(run)),
	});

/** Query for a parser's prompt about a bundle now. */
export const promptQuery = (bundle: string) =>
	queryOptions({
		queryKey: [...roots.bundle, bundle, "prompt"],
		queryFn: () => call(commands.runPrompt(bundle)),
	});

/** Query for the history of the library itself, newest first, as far as Undo goes there. */
export const libraryStepsQuery = queryOptions({
	queryKey: roots.libraryUndo,
	queryFn: () => call(commands.history(null, null)),
});

/** Queries what several Inputs say of one thing and no key takes yet. */
export const keyProposalsQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.facts, discovery, "keyProposals"],
		queryFn: () => call(commands.keyProposals(discovery)),
	});

export const keysQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.keys, discovery],
		queryFn: () => call(commands.keysList(discovery)),
	});
