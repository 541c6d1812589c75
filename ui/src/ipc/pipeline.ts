import { invoke } from "@tauri-apps/api/core";
import type { AppError, FactStatus } from "./bindings";

/**
 * The pipeline's commands and what crosses the wire for them. Written by hand in the shape of `bindings.ts`, until the
 * generated file has them.
 */

export type Kind = "input" | "fact" | "insight" | "recommendation" | "output";

/** A kind's letter and a number that is never given again: "F-12". */
export type Label = string;

export type EntityStatus =
	| "draft"
	| "validated"
	| "outdated"
	| "needs_review"
	| "needs_refresh"
	| "unsupported"
	| "weak"
	| "risky";

export type OutputType = "report" | "presentation" | "action_plan" | "brief";

export type Sort = "manual" | "label" | "status" | "newest";

export interface ColumnQuery {
	kind: Kind;
	/** Empty is all of them. */
	statuses: EntityStatus[];
	search: string;
	sort: Sort;
	/** Only what is archived, instead of only what is not. */
	archived: boolean;
	orphans: boolean;
}

export interface Card {
	label: Label;
	/** Of a fact: of its live version, for the commands on facts. */
	id: string;
	/** One line of at most 240 characters. */
	text: string;
	status: EntityStatus;
	version: number;
	/** Counts of links. */
	up: number;
	down: number;
	/** At most 32 of them. */
	upLabels: Label[];
	orphan: boolean;
	archived: boolean;
	fromAssistant: boolean;
	hasEvidence: boolean;
	outputType: OutputType | null;
	factStatus: FactStatus | null;
}

export interface ColumnState {
	kind: Kind;
	total: number;
	shown: number;
	byStatus: { status: EntityStatus; count: number }[];
}

export interface BoardState {
	revision: number;
	columns: ColumnState[];
}

export interface CardPage {
	revision: number;
	shown: number;
	cards: Card[];
}

export interface Trace {
	labels: Label[];
	counts: { kind: Kind; count: number }[];
	/** The first traced row of each column under its query. */
	first: { kind: Kind; index: number }[];
}

export interface LinkEnd {
	label: Label;
	text: string;
	status: EntityStatus;
	/** The fact's evidence says so: it cannot be removed. */
	evidence: boolean;
}

export interface EntityVersion {
	version: number;
	text: string;
	madeAt: number;
	restores: number | null;
}

export interface Because {
	from: Label | null;
	what: string;
	was: string | null;
	is: string | null;
}

export interface EntityDetail {
	card: Card;
	text: string;
	because: Because | null;
	up: LinkEnd[];
	down: LinkEnd[];
	versions: EntityVersion[];
	createdAt: number;
}

export interface Duplicate {
	label: Label;
	text: string;
	score: number;
	reason: string;
}

export interface Added {
	added: Card | null;
	duplicates: Duplicate[];
}

export interface Edited {
	card: Card;
	marked: Label[];
}

export interface Marked {
	marked: Label[];
}

export interface DuplicateGroup {
	labels: Label[];
	texts: string[];
	score: number;
	reason: string;
}

export interface Suggestion {
	id: string;
	kind: Kind;
	text: string;
	outputType: OutputType | null;
	links: Label[];
	model: string;
	duplicates: Duplicate[];
}

export interface TraceNode {
	label: Label;
	kind: Kind;
	text: string;
	status: EntityStatus;
	quote: {
		text: string;
		section: string;
		input: Label | null;
		inputTitle: string | null;
		factId: string;
		before: string;
		after: string;
	} | null;
	/** Told before in the same chain, with what it rests on. */
	repeated: boolean;
	children: TraceNode[];
}

export interface HistoryStep {
	seq: number;
	name: string;
	at: number;
	done: boolean;
}

export interface HistoryPage {
	steps: HistoryStep[];
	more: boolean;
}

type Reply<T> = Promise<{ status: "ok"; data: T } | { status: "error"; error: AppError }>;

async function ask<T>(command: string, args: Record<string, unknown>): Reply<T> {
	try {
		return { status: "ok", data: await invoke<T>(command, args) };
	} catch (error) {
		if (error instanceof Error) throw error;
		return { status: "error", error: error as AppError };
	}
}

export const pipeline = {
	pipelineColumns: (discovery: string, queries: ColumnQuery[]) =>
		ask<BoardState>("pipeline_columns", { discovery, queries }),
	pipelineCards: (discovery: string, query: ColumnQuery, from: number, count: number) =>
		ask<CardPage>("pipeline_cards", { discovery, query, from, count }),
	pipelineTrace: (discovery: string, label: Label, queries: ColumnQuery[]) =>
		ask<Trace>("pipeline_trace", { discovery, label, queries }),
	pipelinePlace: (discovery: string, query: ColumnQuery, label: Label) =>
		ask<number | null>("pipeline_place", { discovery, query, label }),
	entityDetail: (discovery: string, label: Label) => ask<EntityDetail>("entity_detail", { discovery, label }),
	entityAdd: (
		discovery: string,
		kind: Kind,
		text: string,
		from: Label[],
		outputType: OutputType | null,
		anyway: boolean,
	) => ask<Added>("entity_add", { discovery, kind, text, from, outputType, anyway }),
	entityEdit: (discovery: string, label: Label, text: string, outputType: OutputType | null) =>
		ask<Edited>("entity_edit", { discovery, label, text, outputType }),
	entityRestore: (discovery: string, label: Label, version: number) =>
		ask<Edited>("entity_restore", { discovery, label, version }),
	entitySetState: (discovery: string, labels: Label[], state: "draft" | "validated") =>
		ask<Marked>("entity_set_state", { discovery, labels, state }),
	entityArchive: (discovery: string, labels: Label[], archived: boolean) =>
		ask<Marked>("entity_archive", { discovery, labels, archived }),
	entityDelete: (discovery: string, labels: Label[]) => ask<Marked>("entity_delete", { discovery, labels }),
	entityReview: (discovery: string, labels: Label[]) => ask<Marked>("entity_review", { discovery, labels }),
	entityLink: (discovery: string, up: Label, down: Label) => ask<null>("entity_link", { discovery, up, down }),
	entityUnlink: (discovery: string, up: Label, down: Label) => ask<null>("entity_unlink", { discovery, up, down }),
	entityMove: (discovery: string, labels: Label[], before: Label | null) =>
		ask<null>("entity_move", { discovery, labels, before }),
	entityMerge: (discovery: string, keep: Label, drop: Label) =>
		ask<{ card: Card }>("entity_merge", { discovery, keep, drop }),
	duplicateGroups: (discovery: string, kind: Kind) =>
		ask<{ groups: DuplicateGroup[] }>("duplicate_groups", { discovery, kind }),
	derivationPrompt: (discovery: string, from: Label[], to: Kind, outputType: OutputType | null) =>
		ask<string>("derivation_prompt", { discovery, from, to, outputType }),
	derivationSubmit: (discovery: string, from: Label[], to: Kind, outputType: OutputType | null, answer: string) =>
		ask<{ suggestions: Suggestion[]; problems: string[] }>("derivation_submit", {
			discovery,
			from,
			to,
			outputType,
			answer,
		}),
	suggestions: (discovery: string) => ask<Suggestion[]>("suggestions", { discovery }),
	suggestionAccept: (discovery: string, id: string, text: string | null, anyway: boolean) =>
		ask<Added>("suggestion_accept", { discovery, id, text, anyway }),
	suggestionReject: (discovery: string, id: string) => ask<null>("suggestion_reject", { discovery, id }),
	traceReport: (discovery: string, label: Label) =>
		ask<{ markdown: string; root: TraceNode }>("trace_report", { discovery, label }),
	history: (discovery: string | null, before: number | null) => ask<HistoryPage>("history", { discovery, before }),
	/** Without a step, to before all of them. */
	historyGo: (discovery: string | null, seq: number | null) => ask<null>("history_go", { discovery, seq }),
};
