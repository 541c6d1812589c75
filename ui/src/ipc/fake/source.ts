import type { SourceBlock, SourceOutline, SourceSpan } from "../bindings";
import type { FakeBundle, FakeFact, FakeInput, FakeState } from "./state";
import { inputSummary } from "./views";

/** The texts of the fake library as the host would cut and mark them. */

interface Cut {
	start: number;
	end: number;
}

const cutsByText = new Map<string, Cut[]>();

export function blockCuts(input: FakeInput): Cut[] {
	const known = cutsByText.get(input.summary.id);
	if (known) return known;
	const cuts: Cut[] = [];
	let start = 0;
	for (const match of input.text.matchAll(/\n\n+/g)) {
		cuts.push({ start, end: match.index });
		start = match.index + match[0].length;
	}
	if (start < input.text.length) cuts.push({ start, end: input.text.length });
	cutsByText.set(input.summary.id, cuts);
	return cuts;
}

function placed(state: FakeState, input: FakeInput) {
	const found: { fact: FakeFact; start: number; end: number }[] = [];
	for (const fact of state.content.facts.values()) {
		if (fact.place?.input !== input.summary.id || fact.row.status === "rejected" || fact.row.status === "superseded")
			continue;
		found.push({ fact, start: fact.place.start, end: fact.place.end });
	}
	return found.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

export function sourceOutline(state: FakeState, input: FakeInput): SourceOutline {
	const cuts = blockCuts(input);
	const facts = placed(state, input);
	const summary = inputSummary(state, input);
	const inBlock = cuts.map((cut) => facts.filter((f) => f.start >= cut.start && f.start < cut.end));
	return {
		inputId: summary.id,
		title: summary.title,
		label: summary.label,
		blockCount: cuts.length,
		lengths: cuts.map((cut) => cut.end - cut.start),
		factCounts: inBlock.map((found) => found.length),
		marks: inBlock
			.flatMap((found, block) =>
				found.map(({ fact }) => ({ block, status: fact.row.status, needsReview: fact.row.needsReview })),
			)
			.slice(0, 2000),
		unread: summary.bundles - summary.parsed - summary.failed,
		failed: summary.failed,
		pages: null,
	};
}

export function sourceBlocks(state: FakeState, input: FakeInput, from: number, to: number): SourceBlock[] {
	const facts = placed(state, input);
	return blockCuts(input)
		.slice(from, to)
		.map((cut, offset) => {
			const touching = facts.filter((f) => f.start < cut.end && f.end > cut.start);
			return {
				index: from + offset,
				text: input.text.slice(cut.start, cut.end),
				start: cut.start,
				place: null,
				spans: touching.map(({ fact, start, end }) => ({
					factId: fact.row.id,
					label: fact.row.label,
					status: fact.row.status,
					needsReview: fact.row.needsReview,
					start: Math.max(start, cut.start) - cut.start,
					end: Math.min(end, cut.end) - cut.start,
					begins: start >= cut.start,
					ends: end <= cut.end,
				})),
				facts: touching.filter((f) => f.start >= cut.start).map((f) => f.fact.row),
			};
		});
}

/** The highlights of a bundle, within the bundle's own text. */
export function spansIn(state: FakeState, { discovery, row, text, start }: FakeBundle): SourceSpan[] {
	const input = state.content.inputs.find((i) => i.discovery === discovery && i.summary.label === row.inputLabel);
	if (!input) return answersIn(state, row.id);
	const opening = "[FREE_CHAT]\n";
	const shift = text.indexOf(opening) + opening.length - start;
	const inside = placed(state, input).filter((f) => f.start >= start && f.end + shift <= text.length);
	return inside.map(({ fact, start: from, end }) => spanOf(fact, from + shift, end + shift));
}

function answersIn(state: FakeState, bundle: string): SourceSpan[] {
	return [...state.content.facts.values()].flatMap((fact) =>
		fact.answer?.bundle === bundle ? [spanOf(fact, fact.answer.start, fact.answer.end)] : [],
	);
}

function spanOf({ row: { id, label, status, needsReview } }: FakeFact, start: number, end: number): SourceSpan {
	return { factId: id, label, status, needsReview, start, end, begins: true, ends: true };
}
