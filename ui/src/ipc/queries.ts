import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { commands, type FactFilter } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";

/** Everything the window reads, one option object a question; `topics.ts` says when each is asked again. */

const FACTS_PER_PAGE = 500;
const BUNDLES_PER_PAGE = 200;
const REVIEW_PER_PAGE = 50;

export const libraryQuery = queryOptions({
	queryKey: roots.library,
	queryFn: () => call(commands.libraryState()),
});

export const preferencesQuery = queryOptions({
	queryKey: roots.preferences,
	queryFn: () => call(commands.preferences()),
});

export const discoveriesQuery = (search: string, archived: boolean) =>
	queryOptions({
		queryKey: [...roots.discoveries, search, archived],
		queryFn: () => call(commands.discoveryList(search === "" ? null : search, archived)),
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

/** What an Input was read from. */
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

export const factQuery = (fact: string) =>
	queryOptions({
		queryKey: [...roots.fact, fact],
		queryFn: () => call(commands.factDetail(fact)),
	});

/** Where a fact's words stand. */
export const placeQuery = (fact: string) =>
	queryOptions({
		queryKey: [...roots.fact, fact, "place"],
		queryFn: () => call(commands.factPlace(fact)),
	});

export const reviewQuery = (discovery: string) =>
	infiniteQueryOptions({
		queryKey: [...roots.review, discovery],
		queryFn: ({ pageParam }) => call(commands.reviewPage(discovery, pageParam, REVIEW_PER_PAGE)),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.next,
	});

/** The first of what waits, what is said of these items before all else, then what was said last. */
export const reviewAboutQuery = (discovery: string, items: readonly string[], limit: number) =>
	queryOptions({
		queryKey: [...roots.review, discovery, "about", ...items],
		queryFn: () => call(commands.reviewAbout(discovery, [...items], limit)),
		placeholderData: (previous) => previous,
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

/** What a parser would be asked about a bundle now. */
export const promptQuery = (bundle: string) =>
	queryOptions({
		queryKey: [...roots.bundle, bundle, "prompt"],
		queryFn: () => call(commands.runPrompt(bundle)),
	});

/** What was done to the library itself, newest first, as far as Undo goes there. */
export const libraryStepsQuery = queryOptions({
	queryKey: roots.libraryUndo,
	queryFn: () => call(commands.history(null, null)),
});

export const keysQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.keys, discovery],
		queryFn: () => call(commands.keysList(discovery)),
	});
