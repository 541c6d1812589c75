import type { Cli } from "./cli.ts";

/** The discovery that most tests open: three texts, what an answer of a model found in them, and what follows from it. */

const texts = [
	{
		title: "Kick-off with the venue",
		text: `Kick-off call, 4 March 2026. Present: Mara (producer), Jonas (venue), Ilse (fire safety).

Mara opened with the goal: one outdoor stage by the old harbour crane, three evenings, about 1,200 guests each night.

The backdrop is 6 m wide and 4 m high. Jonas said that the quay carries at most 500 kg per square metre, so the backdrop has to stand on the concrete strip.

The budget for the backdrop is €12,000. Mara has approved the oak veneer, but the fire class is still open.

Ilse did not approve the stage curtain: its certificate expired in 2024. She wants a class B-s1,d0 certificate before the build begins.

Build begins on 1 June 2026. The first show is on 12 June 2026.`,
	},
	{
		title: "Quote from Holm & Sons",
		fileName: "quote-holm.md",
		text: `# Quote 2026-118, Holm & Sons

Backdrop in oak veneer, flame retardant, delivered to the quay.

The backdrop is 6.2 m wide, as measured on site by our carpenter. Height 400 cm.

Price: €13,450.00 net, delivery included. The price holds until 30 April 2026.

Lead time is eight weeks from the order. A deposit of 30 % is due with the order.`,
	},
	{
		title: "Interview: night watch",
		fileName: "night-watch.txt",
		text: `I: How loud may it get after ten?

P: The neighbours have it in writing: 70 dB at the nearest window after 22:00. We were at 74 last year and paid for it.

I: And the quay at night?

P: There is no lighting on the eastern stairs. Somebody will fall. The city said they would put in eight lamps, but I have not seen one.

I: Water, power?

P: Two outlets of 63 A at the crane. The water tap is off until May.`,
	},
];

const keys = [
	{
		path: "event.guestsPerNight",
		label: "Guests per night",
		question: "How many guests come each night?",
		valueType: "number",
		block: "project.summary",
	},
	{
		path: "approval.curtain",
		label: "Curtain approved",
		question: "Is the curtain approved?",
		valueType: "boolean",
		block: "project.decisions",
	},
	{
		path: "price.quoted",
		label: "Quoted price",
		question: "What is the quoted price?",
		valueType: "currency",
		currency: "EUR",
		block: "project.budget",
		highRisk: true,
	},
	{
		path: "price.validUntil",
		label: "Quote valid until",
		question: "Until when does the quote hold?",
		valueType: "date",
		block: "project.budget",
	},
	{
		path: "site.stairsLit",
		label: "Eastern stairs lit",
		question: "Are the eastern stairs lit?",
		valueType: "boolean",
		block: "project.constraints",
	},
];

type Op = [key: string, value: unknown, quote: string, confidence?: number, op?: "ADD" | "CONFLICT"];

/** In the order of their labels: F-1 to F-8, F-9 to F-13, F-14 to F-17. */
const found: Op[][] = [
	[
		["event.guestsPerNight", 1200, "about 1,200 guests each night"],
		["item.dimensions.width", { value: 6, unit: "m" }, "The backdrop is 6 m wide and 4 m high"],
		["item.dimensions.height", { value: 4, unit: "m" }, "6 m wide and 4 m high"],
		[
			"note",
			"The quay carries at most 500 kg per square metre",
			"the quay carries at most 500 kg per square metre",
			0.6,
		],
		["project.budget.cap", { value: 12_000, currency: "EUR" }, "The budget for the backdrop is €12,000"],
		["approval.curtain", true, "Ilse did not approve the stage curtain", 0.61],
		["project.timeline.start", "2026-06-01", "Build begins on 1 June 2026"],
		["project.timeline.opening", "2026-06-12", "The first show is on 12 June 2026"],
	],
	[
		[
			"item.dimensions.width",
			{ value: 6.2, unit: "m" },
			"The backdrop is 6.2 m wide, as measured on site by our carpenter",
			0.95,
			"CONFLICT",
		],
		["price.quoted", { value: 13_450, currency: "EUR" }, "Price: €13,450.00 net, delivery included"],
		["price.validUntil", "2026-04-30", "The price holds until 30 April 2026"],
		["note", "A deposit of 30 % is due with the order", "A deposit of 30 % is due with the order", 0.6],
		["note", "Lead time is eight weeks from the order", "Lead time is eight weeks from the order"],
	],
	[
		["project.constraints.noiseLimit", { value: 70, unit: "dB" }, "70 dB at the nearest window after 22:00"],
		["site.stairsLit", false, "There is no lighting on the eastern stairs"],
		["note", "The city puts in 18 lamps on the eastern stairs", "they would put in 18 lamps", 0.6],
		["note", "There are two outlets of 63 A at the crane", "Two outlets of 63 A at the crane", 0.6],
	],
];

/** Those of each text that are not accepted by themselves. */
const accepted = [["F-1", "F-2", "F-3", "F-5", "F-8"], ["F-11"], ["F-14"]];

const conclusions: [kind: string, text: string, from: string[]][] = [
	["insight", "The backdrop that was ordered is wider than the one that was planned", ["F-2", "F-9"]],
	["insight", "The quote is over the budget by €1,450", ["F-5", "F-10"]],
	["insight", "With eight weeks of lead time the order has to be out by 6 April 2026", ["F-7", "F-13"]],
	["insight", "People will leave in the dark over the eastern stairs", ["F-1", "F-15"]],
	["insight", "The neighbours accept the festival as long as the level is kept", ["F-14"]],
	["insight", "The crane is a landmark", []],
	["recommendation", "Measure the strip again with the carpenter before the order is signed", ["N-1"]],
	["recommendation", "Ask Holm & Sons for a price without delivery, and fetch the panels ourselves", ["N-2", "N-3"]],
	["recommendation", "Rent eight lamps for the eastern stairs from 10 to 14 June 2026", ["N-4"]],
	["output", "Go or no-go for the backdrop", ["R-1", "R-2"]],
	["output", "Safety plan for three evenings", ["R-3"]],
];

/** What the insight of that beginning says after it was edited. */
const OVER_BUDGET = "The quote is over the budget by €1,450.00 before the deposit is paid";

export const HARBOUR = "Harbour festival stage";

export async function makeHarbour(factly: Cli): Promise<void> {
	const goal = "What the backdrop must be, by when and for how much";
	await factly.begin(HARBOUR, goal, keys);
	for (const { title, fileName, text } of texts) await factly.addText(HARBOUR, title, text, fileName);
	const accept = (...labels: string[]) => factly.do("fact", "accept", ...labels, "--discovery", HARBOUR);
	for (const [at, ops] of found.entries()) {
		await factly.submit(HARBOUR, `I-${at + 1}`, ops.map(operation));
		await accept(...(accepted[at] ?? []));
	}
	await factly.do("fact", "reject", "F-17", "--discovery", HARBOUR);
	const edit = (label: string, words: string) => factly.do("entity", "edit", HARBOUR, label, "--text", words);
	for (const [kind, words, from] of conclusions) {
		const links = from.flatMap((one) => ["--from", one]);
		await factly.do("entity", "add", HARBOUR, "--type", kind, "--text", words, "--anyway", ...links);
		if (words.includes("over the budget")) await edit("N-2", OVER_BUDGET);
	}
	await factly.do("entity", "status", HARBOUR, "N-2", "N-3", "N-4", "R-2", "--state", "validated");
	await edit("N-1", "The backdrop that was ordered is 20 cm wider than the one that was planned");
}

const operation = ([key, value, quote, confidence = 0.95, op = "ADD"]: Op) => ({
	op,
	scope: { type: "project" },
	key,
	value,
	confidence,
	evidence: { quote, startChar: 0, endChar: 1 },
	needsReview: false,
	reason: "it says so",
});
