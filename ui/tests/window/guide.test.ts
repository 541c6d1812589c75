import { expect, test } from "vitest";
import { BEES } from "../host/made/interviews.ts";
import { openView, page, role } from "./browser.ts";

/** Questions that interviews ask alike, beside what each answers. */

const rows = () =>
	page
		.locator("main tbody tr")
		.evaluateAll((all) =>
			all.map((row) => [...row.querySelectorAll("th > span:first-child, td")].map((cell) => cell.textContent)),
		);

test("a question that two interviews ask is a row, and an answer opens at its words", async () => {
	await openView("guide", { library: "interviews" }, BEES);
	await expect
		.poll(() => role("columnheader").allTextContents())
		.toEqual(["Question", "I-1 Talk with Rosa", "I-2 Talk with Emil"]);
	expect(await rows()).toEqual([
		[
			"How did you begin to keep bees?",
			"My uncle had two hives, and he gave me one when I was nine.",
			"A swarm came into my garden, and nobody wanted it.",
		],
		[
			expect.stringMatching(/^What do you do (when|if) a colony is ill\?$/),
			"I call the vet, and I burn the frames.",
			"I wait for a week, since most of them recover.",
		],
	]);
	await role("button", /^A swarm came/).click();
	await role("region", "Text of I-2: Talk with Emil").waitFor();
	await expect
		.poll(() => page.locator("[data-place]").allTextContents())
		.toEqual(["A swarm came into my garden, and nobody wanted it."]);
});

test("without two interviews it says what it is for", async () => {
	await openView("guide");
	await role("heading", "No question is asked in two interviews yet").waitFor();
});
