import type { EntityStatus, Kind, OutputType } from "../../bindings";
import type { Label } from "../../label";
import { pick, seeded } from "../rng";
import type { FakeState } from "../state";
import { boardOf, emptyPipeline, type FakeEntity } from "./board";
import { made } from "./made";

/** What follows from the sample's facts, and a board of 100,000 cards. */

interface Conclusion {
	kind: Kind;
	text: string;
	from: Label[];
	state?: "validated";
	mark?: EntityStatus;
	because?: FakeEntity["because"];
	was?: string;
	outputType?: OutputType;
	fromAssistant?: boolean;
}

const conclusions: readonly Conclusion[] = [
	{
		kind: "insight",
		text: "The backdrop that was ordered is wider than the one that was planned",
		from: ["F-2", "F-9"],
		mark: "needs_review",
		because: {
			from: "F-2",
			what: "edited",
			was: "The backdrop is 6.0 m wide",
			is: "The backdrop is 6 m wide",
			why: null,
		},
	},
	{
		kind: "insight",
		text: "The quote is over the budget by €1,450.00 before the deposit is paid",
		from: ["F-5", "F-10"],
		state: "validated",
		was: "The quote is over the budget by €1,450",
	},
	{
		kind: "insight",
		text: "With eight weeks of lead time the order has to be out by 6 April 2026",
		from: ["F-7", "F-13"],
		state: "validated",
	},
	{
		kind: "insight",
		text: "People will leave in the dark over the eastern stairs",
		from: ["F-1", "F-15"],
		state: "validated",
		fromAssistant: true,
	},
	{ kind: "insight", text: "The neighbours accept the festival as long as the level is kept", from: ["F-14"] },
	{ kind: "insight", text: "The crane is a landmark", from: [] },
	{
		kind: "recommendation",
		text: "Measure the strip again with the carpenter before the order is signed",
		from: ["N-1"],
		mark: "needs_review",
		because: { from: "N-1", what: "reviewed", was: null, is: null, why: null },
	},
	{
		kind: "recommendation",
		text: "Ask Holm & Sons for a price without delivery, and fetch the panels ourselves",
		from: ["N-2", "N-3"],
		state: "validated",
	},
	{ kind: "recommendation", text: "Rent eight lamps for the eastern stairs from 10 to 14 June 2026", from: ["N-4"] },
	{
		kind: "output",
		text: "Go or no-go for the backdrop",
		from: ["R-1", "R-2"],
		mark: "needs_refresh",
		outputType: "brief",
		because: {
			from: "R-1",
			what: "edited",
			was: "Measure the strip again",
			is: "Measure the strip again with the carpenter before the order is signed",
			why: null,
		},
	},
	{ kind: "output", text: "Safety plan for three evenings", from: ["R-3"], outputType: "action_plan" },
];

export function addConclusions(state: FakeState, discovery: string): void {
	const own = new Map<Label, FakeEntity>();
	const links = new Map<Label, readonly Label[]>();
	const numbers = new Map<Kind, number>();
	for (const { kind, text, from, was, ...rest } of conclusions) {
		const no = (numbers.get(kind) ?? 0) + 1;
		numbers.set(kind, no);
		const entity = made(state, kind, no, text);
		const versions = was ? [{ version: 1, text: was, madeAt: state.clock++, restores: null }] : [];
		const last = { version: versions.length + 1, text, madeAt: state.clock++, restores: null };
		own.set(entity.label, { ...entity, ...rest, versions: [...versions, last] });
		links.set(entity.label, from);
	}
	const pipelines = new Map(state.content.pipelines);
	pipelines.set(discovery, { ...emptyPipeline, own, links });
	state.content = { ...state.content, pipelines };
}

const openings = [
	"Raise the quay at",
	"Residents near",
	"The wall fails first at",
	"Pumps are missing at",
	"Warnings come late at",
];
const places = ["Altona", "Cuxhaven pier", "Dockside north", "Emden lock", "Fischmarkt", "Görlitz bridge"];
const endings = [
	"before the spring tide",
	"when the level stands over 320 cm for more than two hours, as it did in three of the last five winters",
	"within the budget of 2027",
	"unless the gate is closed by hand",
];
const marks: readonly (EntityStatus | null)[] = [null, null, null, null, null, "needs_review", "weak"];

/** Fills a discovery up to so many cards, every one linked to one to three of the column before. */
export function addMany(state: FakeState, discovery: string, cards: number): void {
	const random = seeded(11);
	const { columns } = boardOf(state.content, discovery);
	const own = new Map<Label, FakeEntity>();
	const links = new Map<Label, readonly Label[]>();
	const rest = cards - columns.input.length - columns.fact.length;
	const outputs = Math.floor(rest * 0.05);
	const recommendations = Math.floor(rest * 0.3);
	let above = columns.fact.map(({ label }) => label);
	const column = (kind: Kind, count: number) => {
		const labels: Label[] = [];
		for (let no = 1; no <= count; no++) {
			const text = `${pick(random, openings)} ${pick(random, places)} ${pick(random, endings)}, reading ${no}`;
			const mark = pick(random, marks);
			const entity = { ...made(state, kind, no, text), mark: kind === "output" && mark ? "needs_refresh" : mark };
			own.set(entity.label, { ...entity, state: random() > 0.4 ? "validated" : "draft" });
			labels.push(entity.label);
			const near = Math.floor((no / count) * (above.length - 1));
			const ups = [near, near + 1, Math.floor(random() * above.length)].slice(0, 1 + Math.floor(random() * 3));
			links.set(entity.label, [...new Set(ups.flatMap((at) => above[at] ?? []))]);
		}
		above = labels;
	};
	column("insight", rest - outputs - recommendations);
	column("recommendation", recommendations);
	column("output", outputs);
	const pipelines = new Map(state.content.pipelines);
	pipelines.set(discovery, { ...emptyPipeline, own, links });
	state.content = { ...state.content, pipelines };
}
