import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type ColumnQuery, commands, type IngestEvent, type Kind } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";
import type { Label } from "./label";
import { progressChannel } from "./progress";

/** What the pipeline's views read. Cards come by the page, asked for by the grid itself. */

export const columnsQuery = (discovery: string, queries: ColumnQuery[]) =>
	queryOptions({
		queryKey: [...roots.pipeline, discovery, "columns", queries],
		queryFn: () => call(commands.pipelineColumns(discovery, queries)),
		placeholderData: (previous) => previous,
	});

export const traceQuery = (discovery: string, label: Label, queries: ColumnQuery[]) =>
	queryOptions({
		queryKey: [...roots.pipeline, discovery, "trace", label, queries],
		queryFn: () => call(commands.pipelineTrace(discovery, label, queries)),
	});

export const entityQuery = (discovery: string, label: Label) =>
	queryOptions({
		queryKey: [...roots.entity, discovery, label],
		queryFn: () => call(commands.entityDetail(discovery, label)),
	});

export const traceReportQuery = (discovery: string, label: Label) =>
	queryOptions({
		queryKey: [...roots.pipeline, discovery, "report", label],
		queryFn: () => call(commands.traceReport(discovery, label)),
	});

/** A scan of a column as it stands now. A change does not begin it anew: at 100,000 cards it takes a while. */
export const duplicateGroupsQuery = (discovery: string, kind: Kind, onProgress: (event: IngestEvent) => void) =>
	queryOptions({
		queryKey: ["duplicates", discovery, kind],
		queryFn: ({ signal }) => {
			const task = crypto.randomUUID();
			signal.addEventListener("abort", () => void call(commands.taskCancel(task)).catch(() => {}));
			return call(commands.duplicateGroups(discovery, kind, task, progressChannel(onProgress)));
		},
		gcTime: 0,
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});

export const suggestionsQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.suggestions, discovery],
		queryFn: () => call(commands.suggestions(discovery)),
	});

export const entityHistoryQuery = (discovery: string, label: Label) =>
	queryOptions({
		queryKey: [...roots.history, discovery, label],
		queryFn: () => call(commands.entityHistory(discovery, label)),
	});

export const historyQuery = (discovery: string) =>
	infiniteQueryOptions({
		queryKey: [...roots.history, discovery],
		queryFn: ({ pageParam }) => call(commands.history(discovery, pageParam)),
		initialPageParam: null as number | null,
		getNextPageParam: (last) => (last.more ? (last.steps.at(-1)?.seq ?? null) : null),
	});
