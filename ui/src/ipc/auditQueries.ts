import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { commands, type FactFilter, type PointInTime, type Which } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";
import { watched } from "./watched";

/** Queries of the audit: coverage, the past, saved views. */

const FACTS_PER_PAGE = 500;

export const coverageQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.coverage, discovery],
		queryFn: (context) => watched(context, (task, progress) => call(commands.coverage(discovery, task, progress))),
	});

export const inputCoverageQuery = (input: string) =>
	queryOptions({
		queryKey: [...roots.coverage, "input", input],
		queryFn: () => call(commands.coverageOfInput(input)),
	});

export const momentQuery = (discovery: string, point: PointInTime) =>
	queryOptions({
		queryKey: [...roots.asOf, discovery, point],
		queryFn: () => call(commands.moment(discovery, point)),
		placeholderData: (previous) => previous,
	});

export const factsAsOfQuery = (discovery: string, point: PointInTime, filter: FactFilter, which: Which) =>
	infiniteQueryOptions({
		queryKey: [...roots.asOf, discovery, point, filter, which],
		queryFn: ({ pageParam }) => call(commands.factsAsOf(discovery, point, filter, which, pageParam, FACTS_PER_PAGE)),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.next,
		placeholderData: (previous) => previous,
	});

export const blocksAsOfQuery = (discovery: string, item: string | null, point: PointInTime) =>
	queryOptions({
		queryKey: [...roots.asOf, discovery, "blocks", item, point],
		queryFn: () => call(commands.blocksAsOf(discovery, item, point)),
	});

export const savedViewsQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.savedViews, discovery],
		queryFn: () => call(commands.savedViews(discovery)),
	});
