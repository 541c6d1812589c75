import type { Cli } from "./cli.ts";

/** An interview of which the workshop was kept and the family was not, as far as it is decided. */

export const POTS = "Pots";

const sentences = [
	[
		"The glaze of the blue bowls cracked because the kiln cooled too fast.",
		"My cousin sold the van because the brakes failed on the hill.",
	],
	[
		"We lost many cups, because the glaze ran down to the shelf.",
		"We missed the market, because my cousin slept until noon.",
	],
	[
		"Nobody wanted the jugs, since the glaze had turned grey overnight.",
		"Nobody trusted my cousin, since he had lost the keys twice.",
	],
	[
		"The glaze peeled off the handles because the clay was still wet.",
		"My cousin left the village because the rent was too high.",
	],
	[
		"We stopped using that glaze, because the lead in it worried the doctor.",
		"We stopped paying my cousin, because the boxes arrived broken.",
	],
	[
		"The worst problem was the glaze, which never stuck to porcelain.",
		"The worst problem was my cousin, who never answered the phone.",
	],
	[
		"A cheaper glaze failed because the merchant had thinned it with chalk.",
		"A letter to my cousin failed because the postman had retired.",
	],
	[
		"The glaze bubbled in the oven, since damp wood gave too little heat.",
		"My cousin wept in the church, since grandmother gave him nothing.",
	],
] as const;

const noted = (quote: string) => ({
	op: "ADD",
	scope: { type: "project" },
	key: "note",
	value: quote,
	confidence: 0.6,
	evidence: { quote, startChar: 0, endChar: 1, sourceSection: "FREE_CHAT" },
	needsReview: false,
	reason: "it says so",
});

const DECIDED = 6;

const turnOf = ([workshop, family]: readonly [string, string]) =>
	`Interviewer: What else went wrong in the workshop?\n\nRosa: ${workshop}\n\nInterviewer: And in the family?\n\nRosa: ${family}`;

/** Of the first talk more is decided than its length is worth, and two lines are left; nothing of the second. */
export async function makeDecided(factly: Cli): Promise<void> {
	await factly.begin(POTS, "");
	for (const [at, talk] of [sentences.slice(0, -1), sentences.slice(-1)].entries()) {
		await factly.addText(POTS, `Talk ${at + 1} with Rosa`, talk.map(turnOf).join("\n\n"));
		await factly.submit(POTS, `I-${at + 1}`, talk.flat().map(noted));
	}
	const label = (at: number) => `F-${at}`;
	const numbers = Array.from({ length: DECIDED }, (_, at) => 2 * at + 1);
	await factly.do("fact", "accept", ...numbers.map(label), "--discovery", POTS);
	await factly.do("fact", "reject", ...numbers.map((at) => label(at + 1)), "--discovery", POTS);
}
