import type {
	DiscoveryDetail,
	EvidenceView,
	FactDetail,
	FactRow,
	InputSummary,
	SourceBlock,
	SourceOutline,
	SourceSpan,
} from "../bindings";
import { type FakeBundle, type FakeFact, type FakeInput, type FakeState, undoState } from "./state";

/** What the host's read commands answer, worked out from the fake library. */

export function factsOf(state: FakeState, discovery: string): FakeFact[] {
	return [...state.content.facts.values()].filter((fact) => fact.discovery === discovery);
}

export function waits(row: FactRow): boolean {
	if (row.status === "rejected" || row.status === "superseded") return false;
	return row.status === "proposed" || row.status === "conflict" || row.needsReview;
}

export function inputSummary(state: FakeState, input: FakeInput): InputSummary {
	const bundles = state.content.bundles.filter(
		(b) => b.row.inputLabel === input.summary.label && b.discovery === input.discovery,
	);
	const runs = bundles.map((bundle) => bundle.row.run?.status);
	let facts = 0;
	for (const fact of state.content.facts.values()) if (fact.row.inputId === input.summary.id) facts++;
	return {
		...input.summary,
		bundles: bundles.length,
		parsed: runs.filter((status) => status === "succeeded").length,
		failed: runs.filter((status) => status === "failed").length,
		facts,
	};
}

export function discoveryDetail(state: FakeState, id: string): DiscoveryDetail | undefined {
	const discovery = state.content.discoveries.find((candidate) => candidate.id === id);
	if (!discovery) return undefined;
	const inputs = state.content.inputs
		.filter((input) => input.discovery === id)
		.map((input) => inputSummary(state, input));
	const facts = factsOf(state, id);
	return {
		discovery: {
			...discovery,
			inputs: inputs.length,
			facts: facts.length,
			waiting: facts.filter((f) => waits(f.row)).length,
		},
		inputs,
		undo: undoState(state, id),
	};
}

export function evidenceOf(state: FakeState, fact: FakeFact): EvidenceView | null {
	const { place } = fact;
	const input = place && state.content.inputs.find((candidate) => candidate.summary.id === place.input);
	if (!place || !input) return null;
	const bundle = state.content.bundles.findLast(
		(b) => b.discovery === input.discovery && b.row.inputLabel === input.summary.label && b.start <= place.start,
	);
	return {
		bundleId: bundle?.row.id ?? "",
		inputId: input.summary.id,
		inputLabel: input.summary.label,
		inputTitle: input.summary.title,
		section: "FREE_CHAT",
		before: input.text.slice(Math.max(0, place.start - 200), place.start),
		quote: input.text.slice(place.start, place.end),
		after: input.text.slice(place.end, place.end + 200),
		startChar: place.start,
		endChar: place.end,
	};
}

export function factDetail(state: FakeState, fact: FakeFact): FactDetail {
	const rival = fact.rival ? state.content.facts.get(fact.rival) : undefined;
	const versions: FactRow[] = [fact.row];
	for (let older = fact.supersedes; older; ) {
		const found = state.content.facts.get(older);
		if (!found) break;
		versions.push(found.row);
		older = found.supersedes;
	}
	return {
		fact: fact.row,
		evidence: evidenceOf(state, fact),
		missing: fact.missing,
		hint: fact.hint,
		reason: fact.reason,
		rival: rival
			? {
					fact: rival.row,
					evidence: evidenceOf(state, rival),
					diff: [
						{ side: "both", text: "The backdrop is " },
						{ side: "source", text: rival.row.value },
						{ side: "quote", text: fact.row.value },
						{ side: "both", text: " wide" },
					],
				}
			: null,
		versions,
		reaffirmed: fact.reaffirmed,
		runId: fact.run,
	};
}

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
	if (!input) return [];
	const opening = "[FREE_CHAT]\n";
	const shift = text.indexOf(opening) + opening.length - start;
	const inside = placed(state, input).filter((f) => f.start >= start && f.end + shift <= text.length);
	return inside.map(({ fact, start: from, end }) => ({
		factId: fact.row.id,
		label: fact.row.label,
		status: fact.row.status,
		needsReview: fact.row.needsReview,
		start: from + shift,
		end: end + shift,
		begins: true,
		ends: true,
	}));
}
