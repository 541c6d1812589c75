import type { Discovery, RunView } from "../bindings";
import { cutBundles, makeFact, makeInput, makeTurn, withInput } from "./build";
import { largeSource } from "./large";
import { addConclusions } from "./pipeline/seed";
import { fakeId } from "./rng";
import { sampleClaims, sampleTexts, sampleTurns } from "./sample";
import { scriptsClaims, scriptsText } from "./scripts";
import type { FakeFact, FakeState } from "./state";

export function addDiscovery(state: FakeState, title: string, goal: string): Discovery {
	const at = state.clock++;
	const discovery: Discovery = {
		id: fakeId(0, state.nextSerial++),
		title,
		goal,
		stage: "ideation",
		archived: false,
		createdAt: at,
		updatedAt: at,
		inputs: 0,
		facts: 0,
		waiting: 0,
	};
	state.content = { ...state.content, discoveries: [discovery, ...state.content.discoveries] };
	return discovery;
}

export function addSample(state: FakeState): Discovery {
	const discovery = addDiscovery(
		state,
		"Harbour festival stage",
		"What the backdrop must be, by when and for how much",
	);
	const made: FakeFact[] = [];
	const inputs = sampleTexts.map(({ title, fileName, text }, index) => {
		const input = makeInput(state, discovery.id, title, text, fileName);
		const cut = cutBundles(state, input, () => false);
		state.content = withInput(state.content, input, cut.bundles, cut.runs, []);
		return { input, run: cut.runs[0], index };
	});
	sampleClaims.forEach((claim, position) => {
		const home = inputs[claim.in];
		if (!home?.run) return;
		const start = claim.quote === null ? 0 : home.input.text.indexOf(claim.quote);
		const fact = makeFact(state, home.input, claim, position + 1, start, home.run.summary.id);
		made.push(fact);
		home.run.outcomes.push(outcomeOf(home.run, fact));
	});
	sampleClaims.forEach((claim, position) => {
		const fact = made[position];
		if (!fact) return;
		if (claim.rival !== undefined) fact.rival = made[claim.rival]?.row.id ?? null;
		if (claim.supersedes !== undefined) fact.supersedes = made[claim.supersedes]?.row.id ?? null;
	});
	state.content = {
		...state.content,
		facts: new Map([...state.content.facts, ...made.map((f) => [f.row.id, f] as const)]),
	};
	addConclusions(state, discovery.id);
	for (const [turn, text] of sampleTurns) {
		const { bundle, run } = makeTurn(state, discovery.id, turn, text);
		state.content = {
			...state.content,
			bundles: [...state.content.bundles, bundle],
			runs: new Map([...state.content.runs, [run.summary.id, run]]),
		};
	}
	return discovery;
}

export function addLarge(state: FakeState, facts: number, chars: number): Discovery {
	const discovery = addDiscovery(state, "Flood risk 2027", "Which quays flood first, and what it costs to raise them");
	const { text, claims } = largeSource(facts, chars);
	const input = makeInput(state, discovery.id, "Hydrology survey, all stations", text, "survey-2026.txt");
	const cut = cutBundles(state, input, (part) => part > 2 && part < 6);
	const run = cut.runs[0]?.summary.id ?? null;
	const made = claims.map(({ claim, start }, index) => makeFact(state, input, claim, index + 1, start, run));
	state.content = withInput(state.content, input, cut.bundles, cut.runs, made);
	return discovery;
}

export function addScripts(state: FakeState): Discovery {
	const discovery = addDiscovery(state, "Scripts and overlaps", "Everything that is hard to draw");
	const input = makeInput(state, discovery.id, "Many scripts", scriptsText, null);
	const made = scriptsClaims.map((claim, index) =>
		makeFact(state, input, claim, index + 1, scriptsText.indexOf(claim.quote ?? ""), null),
	);
	const cut = cutBundles(state, input, () => false);
	state.content = withInput(state.content, input, cut.bundles, cut.runs, made);
	return discovery;
}

function outcomeOf(run: RunView, fact: FakeFact): RunView["outcomes"][number] {
	const refused = fact.hint !== null;
	const outcome = {
		accepted: "accepted",
		proposed: "proposed",
		conflict: "conflict",
		rejected: "proposed",
		superseded: "accepted",
	} as const;
	return {
		index: run.outcomes.length,
		op: refused ? "NOTE" : "ADD",
		key: fact.row.key,
		value: fact.row.value,
		quote: fact.row.quote ?? fact.hint?.claimedQuote ?? "",
		alignment: refused ? null : "exact",
		outcome: refused ? "rejected" : outcome[fact.row.status],
		reason: fact.reason,
		factId: fact.row.id,
		factLabel: fact.row.label,
	};
}
