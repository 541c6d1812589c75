// The Work screen: a round of questions by keyboard alone, what it fills, taking it back, and a half round kept.

import assert from "node:assert/strict";
import { enter } from "../harness/chat.mjs";
import { go, isAt } from "../harness/rail.mjs";
import { inFiles } from "../harness/search.mjs";
import { Key, comesTo, until } from "../harness/webdriver.mjs";

const TITLE = "Exhibition stand";
const CURRENT = "[data-question][aria-current]";

export const tests = {
	async "a round of questions by keyboard alone becomes facts of the project"({ desk, picture }) {
		desk.ask("discovery", "create", "--title", TITLE, "--goal", "A stand for the spring fair");
		const window = await desk.start();
		await enter(window, TITLE);
		await go(window, "work");
		await window.find(CURRENT);
		const shownNames = await names(window);
		assert.ok(shownNames[0].startsWith("project."), `high risk comes first: ${shownNames.slice(0, 3)}`);
		assert.ok(!shownNames.some((name) => name.includes("@")), "the project's scope asks about no item");
		await picture("empty");

		await goTo(window, "project.budget.total");
		await window.keys(..."12,000 EUR", Key.Enter);
		await goTo(window, "project.constraints.drillingAllowed");
		await window.keys("2");
		await goTo(window, "project.constraints.workingHours");
		await leaveField(window);
		await window.keys("1");
		await goTo(window, "project.summary.expectedVisitors");
		await window.keys(..."two hundred people", Key.Enter);
		await window.find("[role=status]", "4 answered");
		await picture("half");
		await window.keys([Key.Control, Key.Enter]);
		await window.find("section[aria-label='The last round']", "Drilling allowed: no");
		await picture("round");
		await comesTo(() => ledger(desk), [
			"accepted Drilling allowed: no",
			"accepted Expected visitors: 200 people",
			"proposed Total budget: €12,000.00",
		]);
		await until("what is known not to be asked again", async () => {
			const left = await names(window);
			return left.length > 0 && !left.includes("project.constraints.drillingAllowed");
		});
	},

	async "the facts stand beside the questions, and are decided there"({ desk, picture }) {
		const { window } = desk;
		await (await window.role("button", await accept(desk))).click();
		await until("it to be accepted", () => ledger(desk).includes("accepted Total budget: €12,000.00"));
		await picture("accepted");
	},

	async "why it is so leads to the answer in its bundle"({ desk, picture }) {
		const { window } = desk;
		await (await window.role("button", "Show the answer")).click();
		await window.find("main", "quick=NO");
		await picture("bundle");
		await go(window, "work");
		await window.find(CURRENT);
	},

	async "an item is asked about by itself, and answers are facts of that item"({ desk, picture }) {
		const { window } = desk;
		desk.ask("item", "add", TITLE, "Backdrop");
		desk.ask("item", "add", TITLE, "Floor");
		await (await window.find("fieldset label", "Item")).click();
		await window.find("[data-question='item.dimensions.width@i1']");
		await goTo(window, "item.dimensions.width@i1");
		await window.keys(..."600 cm", Key.Enter);
		await goTo(window, "item.materials.main@i1");
		await window.keys(..."birch plywood", Key.Enter);
		await window.keys([Key.Control, Key.Enter]);
		await window.find("section[aria-label='The last round']", "Width: 600 cm");
		await picture("item");
		const facts = desk.ask("facts", TITLE);
		const width = facts.find(({ key }) => key === "item.dimensions.width");
		assert.equal(width.scope.item_id, "i1");
	},

	async "its answers stand in the item's blocks and on its page, and why leads to their words"({ desk, picture }) {
		const { window } = desk;
		const line = (block) => window.find(`[data-panel=state] [data-block='${block}'] [data-fact]`);
		await (await line("item.dimensions")).says("Width: 600 cm");
		await (await line("item.materials")).says("birch plywood");
		await picture("blocks");
		await (await line("item.dimensions")).focus();
		await window.keys(Key.Enter);
		await window.find("aside[data-side=inspector] mark", "600 cm");
		await go(window, "items");
		await (await window.find("[role=rowheader] button", "Backdrop")).focus();
		await window.keys(Key.Enter);
		await (await window.role("button", "Why Width")).focus();
		await window.keys(Key.Enter);
		await isAt(window, "audit");
		const marked = () => window.run(() => document.querySelector("main [data-selected=true]")?.textContent ?? "");
		await until("the words to be marked", async () => (await marked()) === "600 cm");
		await window.find("main", "(qId=item.dimensions.width@i1): text=\"600 cm\"");
		await picture("why");
		await go(window, "work");
		await window.find(CURRENT);
	},

	async "undo takes the round back, and what was written is written again"({ desk, picture }) {
		const { window } = desk;
		await leaveField(window);
		await window.keys([Key.Control, "z"]);
		await until("the facts to go", () => !ledger(desk).some((line) => line.includes("600 cm")));
		await window.find("[data-question='item.dimensions.width@i1'][data-given=true]");
		await picture("undone");
		await window.keys([Key.Control, Key.Shift, "z"]);
		await until("them to come back", () => ledger(desk).some((line) => line.includes("600 cm")));
	},

	async "a half-answered round is there after a crash"({ desk, picture }) {
		const { window } = desk;
		await goTo(window, "item.dimensions.height@i1");
		await window.keys(..."2.5 m, I think");
		await until("it to be kept", () => inFiles(desk.home, "2.5 m, I think").length > 0);
		const again = await desk.restart();
		await again.find(CURRENT);
		await until("the words", async () =>
			again.run(
				() => document.querySelector("[data-question='item.dimensions.height@i1'] textarea")?.value === "2.5 m, I think",
			),
		);
		await picture("restarted");
	},

	async "there is one conversation, in the middle, and it answers"({ desk, picture }) {
		const { window } = desk;
		await window.waitUntilGone("#chat-button");
		await say(window, "What do we know?");
		await window.find("[data-panel=conversation] article", "Drilling");
		await picture("talk");
	},

	async "what is said while an item is looked at is said of that item"({ desk, picture }) {
		const { window } = desk;
		await window.find("[data-panel=conversation]", "About Backdrop");
		await say(window, "It is 3 m high.");
		await window.find(`${stateOf("Backdrop")} [data-block='item.dimensions'] [data-fact]`, "3 m");
		const height = desk.ask("facts", TITLE).find(({ key }) => key === "item.dimensions.height");
		assert.equal(height.scope.item_id, "i1");
		await until("what was said to say so", () =>
			window.run(() =>
				[...document.querySelectorAll("[data-panel=conversation] article")].some(
					({ textContent }) => textContent.includes("It is 3 m high.") && textContent.includes("About Backdrop"),
				),
			),
		);
		await picture("said");
	},

	async "the state says what the last turn contradicts, and how often a block changed"({ desk, picture }) {
		const { window } = desk;
		await say(window, "It is 4 m high.");
		const block = `${stateOf("Backdrop")} [data-block='item.dimensions']`;
		const against = await window.find(`${block} [data-contest]`, "4 m");
		const conflict = desk.ask("facts", TITLE, "--status", "conflict")[0];
		// It names the fact that waits.
		await against.says(conflict.label);
		await (await window.find(block)).says(/Revision \d+ · .+, by you or a text/);
		await picture("contradicted");
		desk.ask("fact", "resolve", conflict.label, "--discovery", TITLE, "--keep-old");
		await window.waitUntilGone(`${block} [data-contest]`);
	},

	async "each of several items has its own state"({ desk, picture }) {
		const { window } = desk;
		await (await window.find("fieldset label", "Several items")).click();
		await (await window.role("button", "Backdrop")).click();
		await (await window.find("[role=group] label", "Floor")).click();
		await window.keys(Key.Escape);
		await window.find(stateOf("Floor"));
		await goTo(window, "item.dimensions.width@i2");
		await window.keys(..."400 cm", Key.Enter);
		await window.keys([Key.Control, Key.Enter]);
		await window.find(`${stateOf("Floor")} [data-block='item.dimensions'] [data-fact]`, "400 cm");
		const backdrop = await (await window.find(stateOf("Backdrop"))).says("600 cm");
		assert.doesNotMatch(backdrop, /400 cm|Drilling/, "neither the other item's nor the project's");
		await picture("several");
	},
};

/** Says something in the conversation, once it hears it. */
async function say(window, words) {
	await window.keys([Key.Control, "j"]);
	await until("the conversation to have the focus", () =>
		window.run("() => document.activeElement?.matches('[data-panel=conversation] [contenteditable=true]:not([aria-disabled=true])')"),
	);
	await window.keys(...words, Key.Enter);
}

function stateOf(item) {
	return `[data-panel=state] section[aria-label='Current state of ${item}']`;
}

/** Every fact as "status text", in the order of the ledger; notes left out. */
function ledger(desk) {
	const typed = desk.ask("facts", TITLE).filter(({ key, status }) => key !== "note" && status !== "rejected");
	return typed.map(({ status, text }) => `${status} ${text}`).toSorted();
}

async function accept(desk) {
	const { label } = desk.ask("facts", TITLE).find(({ key }) => key === "project.budget.total");
	return `Accept ${label}`;
}

/** The names of the questions shown, in order. */
function names(window) {
	return window.run(() => [...document.querySelectorAll("[data-question]")].map((card) => card.dataset.question));
}

/** Walks by key to a question. */
async function goTo(window, name) {
	await leaveField(window);
	const at = () => window.run((current) => document.querySelector(current)?.dataset.question, CURRENT);
	const all = await names(window);
	assert.ok(all.includes(name), `${name} is asked among ${all.length}`);
	for (let step = 0; step < 2 * all.length && (await at()) !== name; step += 1) {
		const forward = all.indexOf(await at()) < all.indexOf(name);
		await leaveField(window);
		const before = await at();
		await window.keys(forward ? "j" : "k");
		// The next step counts from where this one led.
		await until("the next question", async () => (await at()) !== before, 3_000).catch(() => {});
	}
	assert.equal(await at(), name);
	// A first question is at hand before it has the focus.
	const focused = () =>
		window.run((name) => document.activeElement?.closest("[data-question]")?.dataset.question === name, name);
	if (!(await focused())) {
		await window.keys("k");
		if ((await at()) !== name) await window.keys("j");
	}
	await until(`${name} to have the focus`, focused);
}

async function leaveField(window) {
	if (await window.run(() => document.activeElement?.tagName === "TEXTAREA")) await window.keys(Key.Escape);
}
