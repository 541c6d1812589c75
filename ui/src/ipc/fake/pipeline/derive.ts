import type { Kind, OutputType, Suggestion } from "../../bindings";
import type { Label } from "../../label";
import { fault, found, type Handlers, type Notify } from "../reply";
import type { FakeState } from "../state";
import { boardOf, cardOf, emptyPipeline, type FakeEntity } from "./board";
import { Change, nextNumber } from "./change";
import { duplicatesOf, likeness, pairOf } from "./likeness";
import { made } from "./made";
import { entityOf } from "./read";

interface Asked {
	discovery: string;
	from: Label[];
	to: Kind;
	outputType: OutputType | null;
}

export function deriveHandlers(state: FakeState, notify: Notify) {
	const board = (discovery: string) => boardOf(state.content, discovery);
	const waiting = (discovery: string) => (state.content.pipelines.get(discovery) ?? emptyPipeline).suggestions;
	const ofAny = (id: string): [string, Suggestion] => {
		for (const [discovery, { suggestions }] of state.content.pipelines) {
			const suggestion = suggestions.find((one) => one.id === id);
			if (suggestion) return [discovery, suggestion];
		}
		throw fault("not_found", "The suggestion is no longer there.");
	};
	const without = (change: Change, id: string) => {
		change.suggestions = change.suggestions.filter((one) => one.id !== id);
	};

	const take = ({ discovery, from, to, outputType }: Asked, answer: string, model: string) => {
		const read = parse(answer);
		const change = new Change(state, discovery);
		const problems: string[] = [];
		const suggestions = read.flatMap(({ text, from: links }) => {
			const known = links.filter((label) => from.includes(label));
			if (known.length === 0) {
				problems.push(`“${text.slice(0, 40)}” names none of what was given`);
				return [];
			}
			const id = `S-${state.nextSerial++}`;
			const duplicates = duplicatesOf(change.board, to, text);
			return [{ id, kind: to, text, outputType, links: known, model, duplicates }];
		});
		change.suggestions = [...change.suggestions, ...suggestions];
		change.commit(`Suggest ${suggestions.length} ${to}s`);
		notify(discovery, "pipeline", "undo");
		return { suggestions, problems };
	};

	return {
		duplicateGroups: ({ discovery, kind }: { discovery: string; kind: Kind }) => ({
			groups: groupsOf(
				board(discovery).columns[kind].slice(0, 400),
				(state.content.pipelines.get(discovery) ?? emptyPipeline).apart,
			),
		}),
		derivationPrompt: ({
			discovery,
			from,
			to,
		}: {
			discovery: string;
			from: Label[];
			to: Kind;
			outputType: OutputType | null;
		}) =>
			[
				`Propose ${to}s that follow from these and from nothing else.`,
				...from.map((label) => `${label}: ${entityOf(board(discovery), label).text}`),
				'Answer with one JSON object: {"suggestions": [{"text": "…", "from": ["F-1"]}]}',
			].join("\n"),
		derivationSubmit: (asked: Asked & { answer: string }) => take(asked, asked.answer, "pasted"),
		derivationRun: (asked: Asked & { task: string }) => {
			if (state.cancelled.delete(asked.task)) throw fault("cancelled", "The task was cancelled.");
			const suggestions = [{ text: `What follows from ${asked.from.join(" and ")}.`, from: asked.from }];
			return take(asked, JSON.stringify({ suggestions }), "openai-compatible: model-a");
		},
		judgingStop: () => null,
		suggestions: ({ discovery }: { discovery: string }) => [...waiting(discovery)],
		suggestionAccept: ({ id, text, anyway }: { id: string; text: string | null; anyway: boolean }) => {
			const [discovery, suggestion] = ofAny(id);
			const words = text ?? suggestion.text;
			const duplicates = anyway ? [] : duplicatesOf(board(discovery), suggestion.kind, words);
			if (duplicates.length > 0) return { added: null, duplicates, note: null };
			const change = new Change(state, discovery);
			const no = nextNumber(change.board, suggestion.kind);
			const entity = { ...made(state, suggestion.kind, no, words), fromAssistant: true };
			change.add({ ...entity, outputType: suggestion.outputType }, suggestion.links);
			without(change, id);
			change.commit(`Accept ${entity.label}`);
			notify(discovery, "pipeline", "discovery", "undo");
			return {
				added: cardOf(board(discovery), found(board(discovery).byLabel.get(entity.label), "It")),
				duplicates: [],
				note: null,
			};
		},
		suggestionReject: ({ id }: { id: string }) => {
			const [discovery] = ofAny(id);
			const change = new Change(state, discovery);
			without(change, id);
			change.commit("Reject a suggestion");
			notify(discovery, "pipeline", "undo");
			return null;
		},
	} satisfies Handlers<
		| "duplicateGroups"
		| "derivationPrompt"
		| "derivationSubmit"
		| "derivationRun"
		| "judgingStop"
		| "suggestions"
		| "suggestionAccept"
		| "suggestionReject"
	>;
}

function groupsOf(
	column: readonly FakeEntity[],
	apart: ReadonlySet<string>,
): { labels: Label[]; texts: string[]; score: number; reason: string }[] {
	const taken = new Set<Label>();
	return column.flatMap((first) => {
		if (taken.has(first.label)) return [];
		const like = column.filter(
			(other) => other !== first && likeness(first.text, other.text) >= 0.6 && !apart.has(pairOf(first, other)),
		);
		for (const { label } of [first, ...like]) taken.add(label);
		if (like.length === 0) return [];
		const group = [first, ...like];
		return [
			{
				labels: group.map(({ label }) => label),
				texts: group.map(({ text }) => text),
				score: Math.min(...like.map(({ text }) => likeness(first.text, text))),
				reason: "The same words in another order",
			},
		];
	});
}

function parse(answer: string): { text: string; from: Label[] }[] {
	try {
		const { suggestions } = JSON.parse(answer) as { suggestions: { text: string; from: Label[] }[] };
		return suggestions;
	} catch {
		throw fault(
			"invalid",
			"There is no JSON in the answer.",
			"Paste the whole answer, with its { and }.",
			"What you pasted is still in the box.",
		);
	}
}
