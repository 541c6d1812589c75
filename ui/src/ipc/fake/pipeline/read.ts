import type { ColumnQuery, EntityDetail, LinkEnd, PipelineTrace, TraceNode, TraceQuote } from "../../bindings";
import type { Label } from "../../label";
import { fault, type Handlers } from "../reply";
import type { FakeState } from "../state";
import { evidenceOf } from "../views";
import { boardOf, cardOf, type FakeBoard, type FakeEntity, kindOf, kinds, statusOf } from "./board";
import { rowsOf } from "./rows";

export function entityOf(board: FakeBoard, label: Label): FakeEntity {
	const entity = board.byLabel.get(label);
	if (!entity) throw fault("not_found", `${label} is not in this discovery.`);
	return entity;
}

export function readHandlers(state: FakeState) {
	const board = (discovery: string) => boardOf(state.content, discovery);
	return {
		pipelineColumns: ({ discovery, queries }: { discovery: string; queries: ColumnQuery[] }) => ({
			revision: revisionOf(state),
			columns: queries.map((query) => {
				const rows = rowsOf(board(discovery), query);
				const all = rowsOf(board(discovery), { ...query, statuses: [], search: "", orphans: false });
				const counts = new Map<string, number>();
				for (const entity of all) counts.set(statusOf(entity), (counts.get(statusOf(entity)) ?? 0) + 1);
				return {
					kind: query.kind,
					total: all.length,
					shown: rows.length,
					byStatus: [...counts].map(([status, count]) => ({ status: status as EntityDetail["card"]["status"], count })),
				};
			}),
		}),
		pipelineCards: ({
			discovery,
			query,
			from,
			count,
		}: {
			discovery: string;
			query: ColumnQuery;
			from: number;
			count: number;
		}) => {
			const rows = rowsOf(board(discovery), query);
			return {
				revision: revisionOf(state),
				shown: rows.length,
				cards: rows.slice(from, from + count).map((entity) => cardOf(board(discovery), entity)),
			};
		},
		pipelinePlace: ({ discovery, query, label }: { discovery: string; query: ColumnQuery; label: Label }) => {
			const at = rowsOf(board(discovery), query).findIndex((entity) => entity.label === label);
			return at < 0 ? null : at;
		},
		pipelineTrace: ({ discovery, label, queries }: { discovery: string; label: Label; queries: ColumnQuery[] }) =>
			traceOf(board(discovery), label, queries),
		entityDetail: ({ discovery, label }: { discovery: string; label: Label }) => detailOf(board(discovery), label),
		entityHistory: (_: { discovery: string; label: Label }) => ({ steps: [], more: false }),
		inputText: ({ discovery, label }: { discovery: string; label: Label }) => detailOf(board(discovery), label).text,
		traceSave: (_: { discovery: string; label: Label; path: string }) => null,
		traceReport: ({ discovery, label }: { discovery: string; label: Label }) => {
			const root = nodeOf(state, board(discovery), label, new Set());
			return { root, markdown: markdownOf(root, 0) };
		},
	} satisfies Handlers<
		| "pipelineColumns"
		| "pipelineCards"
		| "pipelinePlace"
		| "pipelineTrace"
		| "entityDetail"
		| "entityHistory"
		| "inputText"
		| "traceReport"
		| "traceSave"
	>;
}

const revisions = new WeakMap<object, number>();
let newest = 0;

function revisionOf(state: FakeState): number {
	const known = revisions.get(state.content) ?? ++newest;
	revisions.set(state.content, known);
	return known;
}

function reach(links: Map<Label, Label[]>, from: Label, into: Set<Label>): void {
	const waiting = [from];
	for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
		for (const next of links.get(at) ?? []) {
			if (into.has(next)) continue;
			into.add(next);
			waiting.push(next);
		}
	}
}

export function downstreamOf(board: FakeBoard, label: Label): Set<Label> {
	const found = new Set<Label>();
	reach(board.down, label, found);
	return found;
}

function traceOf(board: FakeBoard, label: Label, queries: ColumnQuery[]): PipelineTrace {
	entityOf(board, label);
	const labels = new Set([label]);
	reach(board.up, label, labels);
	reach(board.down, label, labels);
	const all = [...labels];
	return {
		labels: all,
		counts: kinds.map((kind) => ({ kind, count: all.filter((one) => kindOf(one) === kind).length })),
		first: queries.flatMap((query) => {
			const index = rowsOf(board, query).findIndex((entity) => labels.has(entity.label));
			return index < 0 ? [] : [{ kind: query.kind, index }];
		}),
	};
}

function detailOf(board: FakeBoard, label: Label): EntityDetail {
	const entity = entityOf(board, label);
	const end =
		(isEvidence: (other: Label) => boolean) =>
		(other: Label): LinkEnd => {
			const { text } = entityOf(board, other);
			return { label: other, text, status: statusOf(entityOf(board, other)), evidence: isEvidence(other) };
		};
	return {
		card: cardOf(board, entity),
		text: entity.kind === "input" ? (entity.versions.at(-1)?.text ?? "") : entity.text,
		because: entity.because,
		up: (board.up.get(label) ?? []).map(end((up) => board.evidence.get(label) === up)),
		down: (board.down.get(label) ?? []).map(end((down) => board.evidence.get(down) === label)),
		versions: entity.versions.toReversed(),
		createdAt: entity.createdAt,
	};
}

function nodeOf(state: FakeState, board: FakeBoard, label: Label, told: Set<Label>): TraceNode {
	const repeated = told.has(label);
	told.add(label);
	const entity = entityOf(board, label);
	const fact = entity.kind === "fact" ? state.content.facts.get(entity.id) : undefined;
	const evidence = fact ? evidenceOf(state, fact) : null;
	const quote: TraceQuote | null | undefined = fact &&
		evidence && {
			text: evidence.quote,
			section: evidence.section,
			input: evidence.inputLabel,
			inputTitle: evidence.inputTitle,
			factId: fact.row.id,
			bundleId: evidence.bundleId,
			startChar: evidence.startChar,
			before: evidence.before.slice(-80),
			after: evidence.after.slice(0, 80),
		};
	const again = quote && !repeated ? (fact?.reaffirmed ?? 0) : 0;
	return {
		label,
		kind: entity.kind,
		text: entity.text,
		status: statusOf(entity),
		quote: repeated ? null : (quote ?? null),
		// Nobody wrote the texts that say it again: the same words, further down.
		again: quote
			? Array.from({ length: again }, (_, at) => ({ ...quote, startChar: quote.startChar + 1000 * (at + 1) }))
			: [],
		repeated,
		children: repeated || evidence ? [] : (board.up.get(label) ?? []).map((up) => nodeOf(state, board, up, told)),
	};
}

function markdownOf(node: TraceNode, depth: number): string {
	const line = `${"  ".repeat(depth)}- **${node.label}** ${node.text} (${node.status})\n`;
	const quote = node.quote
		? `${"  ".repeat(depth + 1)}> “${node.quote.text}” (${node.quote.input} ${node.quote.inputTitle})\n`
		: "";
	return line + quote + node.children.map((child) => markdownOf(child, depth + 1)).join("");
}
