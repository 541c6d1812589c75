import type { Cli } from "./cli.ts";

/** Two interviews that ask two questions alike, and a report that asks none. */

export const BEES = "Bees";

const texts = {
	"Talk with Rosa": `Interviewer: How did you begin to keep bees?

Rosa: My uncle had two hives, and he gave me one when I was nine.

Interviewer: What do you do when a colony is ill?

Rosa: I call the vet, and I burn the frames.`,
	"Talk with Emil": `Interviewer: So, um, how did you begin keeping bees?

Emil: A swarm came into my garden, and nobody wanted it.

Interviewer: How much honey do you sell at the market in a year?

Emil: Not much, twenty jars perhaps.

Interviewer: And what do you do if a colony is ill?

Emil: I wait for a week, since most of them recover.`,
	Report: "A hive gives twenty kilos of honey in a good year.",
};

export async function makeInterviews(factly: Cli): Promise<void> {
	await factly.begin(BEES, "");
	for (const [title, words] of Object.entries(texts)) await factly.addText(BEES, title, words);
}
