// The pipeline: a chain built by hand, a change that travels down it level by level, and every step taken back.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { go } from "../harness/rail.mjs";
import { Key, comesTo, until } from "../harness/webdriver.mjs";

const siteMeeting = readFileSync(fileURLToPath(new URL("../texts/site-meeting.txt", import.meta.url)), "utf8");
const discovery = "Site meeting";

export const tests = {
	async "a chain is built by hand"({ desk, picture }) {
		const window = await desk.start();
		await (await window.role("button", "Add a text")).click();
		await (await window.role("textbox", "Title")).fill(discovery);
		await (await window.role("textbox", "Text")).paste(siteMeeting);
		await (await window.role("button", "Add text")).click();
		await window.find('[role=button][aria-label^="Fact F-1,"]');
		await go(window, "pipeline");
		// The map opens with what is accepted; nothing is yet.
		await (await window.find("button", "Show ")).click();
		await window.find(card("F-1"));
		await add(window, "an insight", "New insight", "The money decides what can be built.", "F-1");
		await add(window, "a recommendation", "New recommendation", "Fix the budget before the drawings.", "N-1");
		await add(window, "an output", "New output", "Brief to the producer: first the budget.", "R-1");
		await comesTo(() => links(desk), { "N-1": ["F-1"], "R-1": ["N-1"], "O-1": ["R-1"] });
		await picture("chain");
	},

	async "a card of the same words is asked about, and added only if that is wanted"({ desk, picture }) {
		const { window } = desk;
		await (await window.role("button", "Add an insight")).click();
		await (await window.role("textbox", "New insight")).fill("What can be built is decided by the money.");
		await (await window.role("button", "Add insight")).click();
		await window.find("[role=dialog]", "This is said already");
		await picture("duplicate");
		assert.equal(labels(desk, "insight").length, 1, "nothing was added yet");
		await (await window.role("button", "Keep as a variant")).click();
		await window.find(card("N-2"));
		// In a field the key would undo what was typed there.
		await until("no field to have the focus", () => window.run("() => !document.activeElement?.matches('input, textarea')"));
		await window.keys([Key.Control, "z"]);
		await window.waitUntilGone(card("N-2"));
	},

	async "an edit marks the next level, and resolving that one marks the next"({ desk, picture }) {
		const { window } = desk;
		await edit(window, "N-1", "The money decides how high can be built.");
		await shows(window, "R-1", "Recheck");
		await shows(window, "O-1", "Draft");
		await picture("marked");
		await press(window, "R-1", "m");
		await shows(window, "R-1", "Draft");
		await shows(window, "O-1", "Recheck");
		await press(window, "O-1", "m");
		await shows(window, "O-1", "Draft");
	},

	async "a rejected fact marks what rests on it"({ desk }) {
		const { window } = desk;
		await press(window, "F-1", "r");
		await shows(window, "N-1", "Recheck");
		await window.keys([Key.Control, "z"]);
		await shows(window, "N-1", "Draft");
	},

	async "an Output is written anew, and a Recommendation confirmed"({ desk }) {
		const { window } = desk;
		await edit(window, "O-1", "Brief to the producer: the budget comes first.");
		await edit(window, "O-1", "Brief to the producer: the budget comes first, then the height.");
		await press(window, "R-1", "a");
		await shows(window, "R-1", "Confirmed");
	},

	async "what is archived takes its support from all below"({ desk, picture }) {
		const { window } = desk;
		await press(window, "N-1", [Key.Shift, "a"]);
		await window.waitUntilGone(card("N-1"));
		await shows(window, "R-1", "Risky");
		await shows(window, "O-1", "Recheck");
		await picture("archived");
	},

	async "ten steps are taken back across a restart, and done again"({ desk }) {
		const end = state(desk);
		const back = done(desk) - 1;
		assert.ok(back >= 10, `there is enough to take back: ${back} steps`);
		await undo(desk, 5);
		await desk.restart();
		await go(desk.window, "pipeline");
		await desk.window.find(card("F-1"));
		await undo(desk, back - 5);
		await desk.window.waitUntilGone(card("N-1"));
		assert.deepEqual(labels(desk, "insight"), [], "only the Input and its facts are left");
		for (let step = 0; step < back; step += 1) desk.ask("redo", discovery);
		assert.deepEqual(state(desk), end, "labels, texts, statuses and links are what they were");
		await shows(desk.window, "R-1", "Risky");
	},
};

// Rows that nothing shows are kept hidden, with what they held.
const card = (label) => `:not([hidden]) > [data-label="${label}"]`;

async function add(window, what, field, text, from) {
	await (await window.role("button", `Add ${what}`)).click();
	await (await window.role("textbox", field)).fill(text);
	await (await window.role("combobox", "Rests on")).fill(from);
	await (await window.role("button", field.replace("New", "Add"))).click();
	await window.find("[data-label]", text.slice(0, 12));
}

async function press(window, label, ...keys) {
	await (await window.find(card(label))).click();
	await window.find(`${card(label)}[aria-selected=true]`);
	await window.keys(...keys);
}

async function edit(window, label, text) {
	await press(window, label, "e");
	await (await window.role("textbox", "Text")).fill(text);
	await window.keys([Key.Control, Key.Enter]);
	await window.find(card(label), text.slice(0, 30));
}

function shows(window, label, status) {
	return window.find(card(label), status);
}

/** Takes steps back by the key, each seen in the library before the next. */
async function undo(desk, count) {
	for (let step = 0; step < count; step += 1) {
		const before = done(desk);
		await desk.window.keys([Key.Control, "z"]);
		await until("a step to be taken back", () => done(desk) === before - 1);
	}
}

const done = (desk) => desk.ask("history", discovery).steps.filter((step) => step.done).length;
const entities = (desk, ...args) => desk.ask("entity", "list", discovery, ...args);
const labels = (desk, type) => entities(desk, "--type", type).map(({ label }) => label);
const links = (desk) =>
	Object.fromEntries(entities(desk).filter(({ type }) => !["input", "fact"].includes(type)).map(({ label, links: { up } }) => [label, up]));
const state = (desk) => entities(desk).map(({ label, text, status, archived, links: { up, down } }) => ({ label, text, status, archived, up, down }));
