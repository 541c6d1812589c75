import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Cli } from "./cli.ts";

/** A board of 20,000 cards, as an import brings them; each rests on one or two of the column before. */

export const MANY = "Many cards";
/** By column: facts, insights, recommendations, outputs. */
export const CARDS = { facts: 4_000, insights: 12_000, recommendations: 2_000, outputs: 2_000 };

export async function makeMany(factly: Cli): Promise<void> {
	const cards = <T>(count: number, card: (no: number) => T) => Array.from({ length: count }, (_, at) => card(at + 1));
	const status = "draft";
	const path = join(factly.folder, "many.json");
	const board = {
		title: MANY,
		goal: "",
		inputs: [{ input_id: "I-1", type: "text", title: "Survey", text: "One text.", status }],
		facts: cards(CARDS.facts, (no) => ({
			fact_id: `F-${no}`,
			related_inputs: ["I-1"],
			text: `Station ${no % 97} stood at ${40 + (no % 400)} cm on reading ${no}`,
			status,
		})),
		insights: cards(CARDS.insights, (no) => ({
			insight_id: `N-${no}`,
			related_facts: [...new Set([`F-${Math.ceil(no / 3)}`, `F-${((no * 7) % CARDS.facts) + 1}`])],
			text: `Raise the quay at ${no % 13} before the spring tide, when the level stands over 320 cm, reading ${no}`,
			status,
		})),
		recommendations: cards(CARDS.recommendations, (no) => ({
			recommendation_id: `R-${no}`,
			related_insights: [`N-${no * 6}`],
			text: `Build wall ${no}`,
			status,
		})),
		outputs: cards(CARDS.outputs, (no) => ({
			output_id: `O-${no}`,
			related_recommendations: [`R-${no}`],
			text: `Brief ${no}`,
			type: "brief",
			status,
		})),
	};
	writeFileSync(path, JSON.stringify(board));
	await factly.do("import", path);
}
