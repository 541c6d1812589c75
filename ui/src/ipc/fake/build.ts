import type { FactRow, InputSummary, RunView, TurnSource } from "../bindings";
import { plainText, undescribed } from "./documents";
import { fakeHash, fakeId } from "./rng";
import type { Claim } from "./sample";
import type { Content, FakeBundle, FakeFact, FakeInput, FakeState } from "./state";

/** Turns texts and claims into the rows that the host would have made of them. */

const BUNDLE_CHARS = 8000;

export function makeInput(
	state: FakeState,
	discovery: string,
	title: string,
	text: string,
	fileName: string | null,
): FakeInput {
	const serial = state.nextSerial++;
	const number = state.content.inputs.filter((input) => input.discovery === discovery).length + 1;
	const summary: InputSummary = {
		id: fakeId(1, serial),
		label: `I-${number}`,
		title,
		origin: fileName === null ? "paste" : "file",
		fileName,
		...plainText,
		chars: Array.from(text).length,
		bundles: 0,
		parsed: 0,
		failed: 0,
		facts: 0,
		addedAt: state.clock++,
	};
	return { summary, discovery, text, described: undescribed };
}

function runOf(state: FakeState, bundleId: string, facts: number, failed: boolean): RunView {
	const started = state.clock++;
	return {
		bundleId,
		raw: JSON.stringify({ ops: [] }),
		repairs: [],
		outcomes: [],
		summary: {
			id: fakeId(4, state.nextSerial++),
			status: failed ? "failed" : "succeeded",
			model: "offline rules 1",
			stats: {
				opsIn: facts,
				factsAdded: facts,
				factsUpdated: 0,
				conflicts: 0,
				notes: 0,
				needsReview: 0,
				rejected: 0,
				unchanged: 0,
			},
			startedAt: started,
			finishedAt: started + 12,
			error: failed ? "The parser stopped: the library was busy for 5 seconds." : null,
			forced: false,
		},
	};
}

/** Cuts at paragraph borders, as the host does, and gives each part a run. */
export function cutBundles(state: FakeState, input: FakeInput, failing: (part: number) => boolean) {
	const cuts: number[] = [0];
	let last = 0;
	for (const match of input.text.matchAll(/\n\n/g)) {
		if (match.index + 2 - last > BUNDLE_CHARS) {
			last = match.index + 2;
			cuts.push(last);
		}
	}
	const bundles: FakeBundle[] = [];
	const runs: RunView[] = [];
	cuts.forEach((start, part) => {
		const body = input.text.slice(start, cuts[part + 1]);
		const text = `[TURN_META]\nsourceIds: ["${input.summary.label}"]\n[FREE_CHAT]\n${body}\n[AGENT_OUTPUT]\n(none)\n`;
		const id = fakeId(3, state.nextSerial++);
		const run = runOf(state, id, 0, failing(part));
		runs.push(run);
		bundles.push({
			discovery: input.discovery,
			text,
			start,
			row: {
				id,
				sha256: fakeHash(text),
				inputLabel: input.summary.label,
				inputTitle: input.summary.title,
				turn: null,
				part: part + 1,
				parts: cuts.length,
				chars: Array.from(text).length,
				createdAt: input.summary.addedAt,
				run: run.summary,
			},
		});
	});
	return { bundles, runs };
}

/** A turn of the discovery's own: a round of questions or of the chat, read and with no fact in it. */
export function makeTurn(state: FakeState, discovery: string, turn: TurnSource, text: string) {
	const id = fakeId(3, state.nextSerial++);
	const run = runOf(state, id, 0, false);
	const bundle: FakeBundle = {
		discovery,
		text,
		start: 0,
		row: {
			id,
			sha256: fakeHash(text),
			inputLabel: null,
			inputTitle: null,
			turn,
			part: 1,
			parts: 1,
			chars: Array.from(text).length,
			createdAt: state.clock++,
			run: run.summary,
		},
	};
	return { bundle, run };
}

export function makeFact(
	state: FakeState,
	input: FakeInput,
	claim: Claim,
	number: number,
	start: number,
	run: string | null,
): FakeFact {
	const { quote } = claim;
	const row: FactRow = {
		id: fakeId(2, state.nextSerial++),
		label: `F-${number}`,
		version: claim.supersedes === undefined ? 1 : 2,
		status: claim.status,
		needsReview: claim.needsReview ?? false,
		confidence: claim.confidence ?? 0.8,
		key: claim.key,
		keyLabel: claim.keyLabel,
		valueType: claim.valueType,
		value: claim.value,
		text: claim.text,
		sourceKind: claim.sourceKind ?? "user",
		highRisk: claim.highRisk ?? false,
		inputLabel: input.summary.label,
		inputId: input.summary.id,
		quote,
		place: null,
		createdAt: state.clock++,
		condition: "",
	};
	return {
		row,
		discovery: input.discovery,
		place: quote === null ? null : { input: input.summary.id, start, end: start + quote.length },
		answer: null,
		missing: claim.missing ?? [],
		hint: claim.hint ?? null,
		reason: claim.reason ?? "",
		rival: null,
		supersedes: null,
		reaffirmed: claim.reaffirmed ?? 0,
		run,
	};
}

export function withInput(
	content: Content,
	input: FakeInput,
	bundles: FakeBundle[],
	runs: RunView[],
	facts: FakeFact[],
): Content {
	return {
		...content,
		inputs: [...content.inputs, input],
		bundles: [...content.bundles, ...bundles],
		runs: new Map([...content.runs, ...runs.map((run) => [run.summary.id, run] as const)]),
		facts: new Map([...content.facts, ...facts.map((fact) => [fact.row.id, fact] as const)]),
	};
}

/** A bundle that nobody has read yet. */
export function waits(bundle: FakeBundle): FakeBundle {
	const { run } = bundle.row;
	return { ...bundle, row: { ...bundle.row, run: run && { ...run, status: "queued" } } };
}
