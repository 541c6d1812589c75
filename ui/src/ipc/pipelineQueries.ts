import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Because, type ColumnQuery, commands, type EntityDetail, type IngestEvent, type Kind } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";
import type { Label } from "./label";
import { progressChannel } from "./progress";

/** Queries of the pipeline's views. Cards come by the page, asked for by the grid itself. */

export const columnsQuery = (discovery: string, queries: ColumnQuery[]) =>
	queryOptions({
		queryKey: [...roots.pipeline, discovery, "columns", queries],
		queryFn: () => call(commands.pipelineColumns(discovery, queries)),
		placeholderData: (previous) => previous,
	});

/** The entities that are to be looked at again, but for facts, and no more than anyone reads. */
export const recheckQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.pipeline, discovery, "recheck"],
		queryFn: async () => {
			const columns = STALE_KINDS.map((kind) =>
				call(commands.pipelineCards(discovery, { ...recheck, kind }, 0, STALE_SHOWN)),
			);
			return (await Promise.all(columns)).flatMap(({ cards }) => cards);
		},
	});

const STALE_SHOWN = 100;
const STALE_KINDS: readonly Kind[] = ["insight", "recommendation", "output"];
const recheck: Omit<ColumnQuery, "kind"> = {
	statuses: ["needs_review", "needs_refresh", "outdated"],
	search: "",
	sort: "label",
	archived: false,
	orphans: false,
	hidesUndecided: false,
	foldsByRules: false,
};

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

/** Query for the conclusions, the furthest from the facts first. */
export const conclusionsQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.pipeline, discovery, "conclusions"],
		queryFn: async () => {
			const pages = await Promise.all(
				(["output", "recommendation", "insight"] as const).map((kind) =>
					call(commands.pipelineCards(discovery, everyCard(kind), 0, MOST_CONCLUSIONS)),
				),
			);
			return pages.flatMap(({ cards }) => cards);
		},
	});

const MOST_CONCLUSIONS = 200;

const everyCard = (kind: Kind): ColumnQuery => ({
	kind,
	statuses: [],
	search: "",
	sort: "manual",
	archived: false,
	orphans: false,
	hidesUndecided: false,
	foldsByRules: false,
});

/** Query for the cards that a new one may rest on, by words or label: those that are accepted or confirmed first. */
export const carryingQuery = (discovery: string, kind: Kind, search: string) =>
	queryOptions({
		queryKey: [...roots.pipeline, discovery, "carrying", kind, search],
		queryFn: async () => {
			const ask = (statuses: ColumnQuery["statuses"]) =>
				call(commands.pipelineCards(discovery, { ...everyCard(kind), statuses, search }, 0, MOST_CARRYING));
			const [decided, every] = await Promise.all([ask(["validated"]), ask([])]);
			return [...decided.cards, ...every.cards.filter(({ status }) => status !== "validated")].slice(0, MOST_CARRYING);
		},
		placeholderData: (previous) => previous,
	});

const MOST_CARRYING = 50;

/** Query for the first cause of an entity's mark, however many levels below it. */
export const firstCauseQuery = (discovery: string, label: Label) =>
	queryOptions({
		queryKey: [...roots.entity, discovery, label, "cause"],
		queryFn: () => firstCause(discovery, label),
	});

async function firstCause(discovery: string, label: Label): Promise<Because | null> {
	let cause: Because | null = null;
	const seen = new Set<Label>();
	for (let at: Label | null = label; at !== null && !seen.has(at); at = cause?.from ?? null) {
		seen.add(at);
		// The entity it came from may be gone by now.
		const below: EntityDetail | null = await call(commands.entityDetail(discovery, at)).catch(() => null);
		if (!below?.because) return cause;
		cause = below.because;
	}
	return cause;
}

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
