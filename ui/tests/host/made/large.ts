import { bring } from "./catalogue.ts";
import type { Cli } from "./cli.ts";

/** 10,000 facts in one text, and three parts of it that nothing has read. */

export const FLOOD = "Flood risk 2027";

const stations = ["Altona", "Bergen quay", "Cuxhaven pier", "Dockside north", "Emden lock", "Fischmarkt"];
const PARTS = 80;
/** So many that a part has at most 8,000 characters and the next sentence would be one too many. */
const IN_PART = 125;

export async function makeLarge(factly: Cli): Promise<void> {
	const parts = Array.from({ length: PARTS }, (_, part) =>
		Array.from({ length: IN_PART }, (_, at) => quoteOf(part * IN_PART + at)),
	);
	const unread = Array.from({ length: 3 }, (_, part) => `Nothing was noted at this station. ${part} `.repeat(200));
	const written = (quotes: string[]) =>
		quotes
			.map((quote, at) => `The ${quote}.${at % 6 === 5 ? "\n" : " "}`)
			.join("")
			.trim();
	await factly.begin(FLOOD, "Which quays flood first, and what it costs to raise them");
	await factly.addText(FLOOD, "Hydrology survey", [...parts.map(written), ...unread].join("\n\n"), "survey-2026.txt");
	for (const [part, quotes] of parts.entries()) await factly.submit(FLOOD, `I-1/${part + 1}`, quotes.map(noted));
	const names = Array.from({ length: 10_000 }, (_, at) => `Item ${String(at).padStart(5, "0")};m2`);
	await bring(factly, "catalogue", ["name;unit", ...names].join("\n"));
	await factly.do("item", "add", FLOOD, "Item 00007");
}

const quoteOf = (at: number) =>
	`station ${stations[at % stations.length]} stood at ${40 + ((at * 37) % 400)} cm on reading ${at + 1}`;

/** A quarter of them waits for the analyst. */
const noted = (quote: string, at: number) => ({
	op: "ADD",
	scope: { type: "project" },
	key: "note",
	value: `The ${quote}`,
	confidence: at % 4 ? 0.95 : 0.6,
	evidence: { quote: `The ${quote}`, startChar: 0, endChar: 1 },
	needsReview: false,
	reason: "it says so",
});
