import type { DiscoveryDetail, EvidenceView, FactDetail, FactRow, InputSummary } from "../bindings";
import type { Content, FakeFact, FakeInput, FakeState } from "./state";
import { undoState } from "./steps";

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
	const { place, answer } = fact;
	const turn = answer && state.content.bundles.find(({ row }) => row.id === answer.bundle);
	if (answer && turn) {
		return {
			bundleId: answer.bundle,
			inputId: null,
			inputLabel: null,
			inputTitle: null,
			section: "USER_ANSWERS",
			before: turn.text.slice(Math.max(0, answer.start - 200), answer.start),
			quote: turn.text.slice(answer.start, answer.end),
			after: turn.text.slice(answer.end, answer.end + 200),
			startChar: answer.start,
			endChar: answer.end,
			place: null,
		};
	}
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
		place: null,
	};
}

/** Newest first, whichever of them is asked about. */
function versionsOf({ facts }: Content, fact: FakeFact): FactRow[] {
	const superseding = ({ row }: FakeFact) => [...facts.values()].find(({ supersedes }) => supersedes === row.id);
	let newest = fact;
	for (let newer = superseding(fact); newer; newer = superseding(newer)) newest = newer;
	const versions: FactRow[] = [];
	for (let one: FakeFact | undefined = newest; one; one = facts.get(one.supersedes ?? "")) versions.push(one.row);
	return versions;
}

export function factDetail(state: FakeState, fact: FakeFact): FactDetail {
	const rival = fact.rival ? state.content.facts.get(fact.rival) : undefined;
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
					missing: rival.missing,
					conditions: [],
					diff: [
						{ side: "both", text: "The backdrop is " },
						{ side: "source", text: rival.row.value },
						{ side: "quote", text: fact.row.value },
						{ side: "both", text: " wide" },
					],
				}
			: null,
		statement: null,
		others: [],
		conditions: [],
		versions: versionsOf(state.content, fact),
		reaffirmed: fact.reaffirmed,
		again: [],
		normal: null,
		rivalNormal: null,
		runId: fact.run,
		item: null,
		takesItem: fact.row.key.startsWith("dimensions."),
	};
}
