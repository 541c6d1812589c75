// Work that a turn leaves: facts that wait, those of the chosen items first, and its words read again where a model
// failed.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Model, says } from "../harness/model.mjs";
import { enter } from "../harness/chat.mjs";
import { palette } from "../harness/palette.mjs";
import { go } from "../harness/rail.mjs";
import { Key, comesTo, until } from "../harness/webdriver.mjs";

const TITLE = "Exhibition stand";
const VISITORS = "project.summary.expectedVisitors";
/** More than the queue gives at once, with what is said of the item among the last. */
const POINTS = 60;
const LAST = "section[aria-label='The last round']";
let model;

export const tests = {
	async "what waits is shown with the best first, and before it what is said of the chosen item"({ desk, picture }) {
		desk.ask("discovery", "create", "--title", TITLE);
		desk.ask("item", "add", TITLE, "Backdrop");
		desk.ask("item", "add", TITLE, "Floor");
		const sentences = Array.from({ length: POINTS }, (_, at) => (at === POINTS - 5 ? "The floor is 3 m deep." : `Point ${at + 1} is so.`));
		submit(desk, sentences.map((text) => (text.startsWith("Point") ? op("note", text, text) : of("i2", op("item.dimensions.depth", "3 m", text)))), sentences.join(" "));
		const window = await desk.start();
		await enter(window, TITLE);
		await go(window, "work");
		const first = () => window.run("() => document.querySelector('[data-panel=state] li [data-fact]')?.textContent ?? ''");
		await until("the first of those that are as good", async () => (await first()).includes("Point 1 is so."));
		await picture("best");
		await (await window.find("fieldset label", "Several items")).click();
		await (await window.role("button", "Backdrop")).click();
		await (await window.find("[role=group] label", "Floor")).click();
		await window.keys(Key.Escape);
		await until("what is said of the floor", async () => /Floor.*3 m/.test(await first()));
		await picture("of-item");
		await (await window.find("fieldset label", "Project")).click();
	},

	async "a turn that its model could not read says so in the audit, and how to go on"({ desk, picture }) {
		const { window } = desk;
		model = await Model.start();
		desk.ask("provider", "set", "openai-compatible", "--base-url", model.base, "--model", model.name, "--task", "extraction");
		desk.ask("provider", "allow", TITLE, "--task", "extraction");
		model.refuses(400, "out of order");
		await (await window.find("label", "Free text")).click();
		await (await window.role("textbox", "What you know")).fill("We expect two hundred people.");
		await window.keys([Key.Control, Key.Enter]);
		await model.waitForRequest(1);
		await window.find(LAST, "not all are read");
		const regionText = await (await window.find("[role=region]", "Said")).text();
		assert.doesNotMatch(regionText, /0 facts/, "what was not read did not come to nothing");
		await picture("unread");
		await go(window, "audit");
		await (await window.find("main button[aria-current]", "Failed")).click();
		await window.find("main button", "Retry failed parts (1)");
		await window.find("main button", "Read now");
		await picture("failed");
	},

	async "in German and in the dark it says the same, and is read again by key"({ desk, picture }) {
		const { window } = desk;
		await palette(window, "Open settings");
		await (await window.find("[role=dialog] label", "Dark")).click();
		await (await window.find("[role=dialog] label", "Deutsch")).click();
		await window.escape("Deutsch");
		await go(window, "work");
		await window.find("[data-panel=state]", "Point 1 is so.");
		await picture("german-work");
		await go(window, "audit");
		const again = await window.role("button", "Jetzt lesen");
		await picture("german-failed");
		model.answers(says(JSON.stringify({ ops: [op(VISITORS, { value: 200, unit: "people" }, "two hundred people", 0.95)] })));
		await again.focus();
		await window.keys(Key.Enter);
		await window.waitUntilGone("main button", "Jetzt lesen");
		await window.waitUntilGone("main button", "Fehlgeschlagene Teile wiederholen");
		await comesTo(() => desk.ask("facts", TITLE).find(({ key }) => key === VISITORS)?.evidence.quote, "two hundred people");
		await picture("read");
		await go(window, "work");
		await window.find("section[aria-label='Die letzte Runde']", "inzwischen gelesen");
		await picture("read-since");
		model.content();
		model.stop();
	},
};

const op = (key, value, quote, confidence = 0.5) => ({
	op: "ADD", scope: { type: "project" }, key, value, confidence, evidence: { quote }, needsReview: false, reason: "said",
});
const of = (itemId, operation) => ({ ...operation, scope: { type: "item", itemId } });

/** A text, and what a model of one's own reads in it. */
function submit(desk, ops, text) {
	const [input, answer] = ["points.txt", "points.json"].map((name) => join(desk.home, name));
	writeFileSync(input, text);
	writeFileSync(answer, JSON.stringify({ ops }));
	const added = desk.ask("input", "add", TITLE, input, "--no-parse");
	const [{ bundles }] = Array.isArray(added) ? added : [added];
	desk.ask("run", "submit", bundles[0].id, "--ops", answer);
}
