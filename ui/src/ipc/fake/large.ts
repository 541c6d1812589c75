import type { FactStatus } from "../bindings";
import { pick, seeded } from "./rng";
import type { Claim } from "./sample";

/** A survey as long as asked for, with a fact in every few sentences. */

const stations = [
	"Altona",
	"Bergen quay",
	"Cuxhaven pier",
	"Dockside north",
	"Emden lock",
	"Fischmarkt",
	"Görlitz bridge",
	"Harburg basin",
];
const filler = [
	"The gauge was read twice and the readings agree within the instrument's tolerance.",
	"Nothing else was noted at this station, and the path along the wall was dry.",
	"The crew waited for the tide to turn before they took the second reading.",
	"Two residents asked what the poles are for and were given the leaflet.",
];
const statuses: readonly FactStatus[] = [
	"accepted",
	"accepted",
	"accepted",
	"accepted",
	"proposed",
	"proposed",
	"conflict",
	"rejected",
];

export function largeSource(facts: number, chars: number) {
	const random = seeded(7);
	const claims: { claim: Claim; start: number }[] = [];
	const pieces: string[] = [];
	let length = 0;
	const say = (words: string) => {
		pieces.push(words);
		length += words.length;
	};
	const perFact = chars / facts;
	for (let index = 0; index < facts; index++) {
		const cm = 40 + Math.floor(random() * 400);
		const quote = `station ${pick(random, stations)} stood at ${cm} cm on reading ${index + 1}`;
		say("The ");
		claims.push({ start: length, claim: claimOf(quote, cm, pick(random, statuses), random()) });
		say(`${quote}. `);
		while (length < (index + 1) * perFact) say(`${pick(random, filler)} `);
		if (index % 6 === 5) say("\n\n");
	}
	return { text: pieces.join(""), claims };
}

function claimOf(quote: string, cm: number, status: FactStatus, roll: number): Claim {
	return {
		in: 0,
		quote,
		key: "water.level",
		keyLabel: "Water level",
		valueType: "dimension",
		value: `${cm} cm`,
		text: `The ${quote}`,
		status,
		needsReview: roll > 0.93,
		confidence: Math.round((0.5 + roll / 2) * 100) / 100,
	};
}
