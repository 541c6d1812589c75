// The grid under the pointer, in the engine that people have it in: cards dragged to link, part and move them, what a card
// under the pointer traces, filters; and what the pipeline opens over it: derivation, duplicates, a trace, what was done.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { enter } from "../harness/chat.mjs";
import { go } from "../harness/rail.mjs";
import { Key, comesTo, until } from "../harness/webdriver.mjs";

const discovery = "Site meeting";
const siteMeeting = fileURLToPath(new URL("../texts/site-meeting.txt", import.meta.url));
const grid = "[role=grid]";
/** Rows that nothing shows are kept hidden, with what they held. */
const card = (label) => `:not([hidden]) > [data-label="${label}"]`;
const toast = (window, words) => window.find("[role=region][aria-label=Notifications]", words);
/** On no card. */
const ELSEWHERE = [640, 12];
/** The step, as it was before it was taken back. */
let whole;

export const tests = {
	async "a card dragged onto one of the next column is linked with it, and once more parted from it"({ desk, picture }) {
		furnish(desk);
		const window = await desk.start();
		await enter(window, discovery);
		await go(window, "pipeline");
		await window.find(card("O-1"));
		await drag(window, "N-3", "F-3");
		await toast(window, "F-3 and N-3 linked");
		assert.deepEqual(up(desk, "N-3"), ["F-3"]);
		await picture("linked");
		await drag(window, "F-3", "N-3", 0.5, async () => {
			await window.find(`${card("N-3")}[data-drop=unlink]`);
			await picture("parting");
		});
		await toast(window, "F-3 and N-3 unlinked");
		assert.deepEqual(up(desk, "N-3"), []);
		const before = done(desk);
		await drag(window, "I-1", "N-3");
		await drag(window, "N-3", "R-2");
		await toast(window, "N-3 and R-2 linked");
		assert.equal(done(desk), before + 1, "a link goes from a column to the next, and nowhere else");
	},

	async "a card dragged within its column goes to where it is let go"({ desk, picture }) {
		const { window } = desk;
		await comesTo(() => shown(window, "insight"), ["N-1", "N-2", "N-3"]);
		await drag(window, "N-3", "N-1", 0.2, async () => {
			await window.find(`${card("N-1")}[data-drop=before]`);
			await picture("moving");
		});
		await until("the new order", async () => `${await shown(window, "insight")}` === "N-3,N-1,N-2");
		await drag(window, "N-1", "N-2", 0.8);
		await until("the next", async () => `${await shown(window, "insight")}` === "N-3,N-2,N-1");
	},

	async "resting on a card dims all that it is not linked with, and so does a card that the keys are on"({ desk, picture }) {
		const { window } = desk;
		const standing = () => window.run(UNDIMMED);
		// A pointer that was left on a card traces it.
		await window.mouse(ELSEWHERE);
		const everything = await until("nothing to be dimmed", async () => {
			const now = await standing();
			if (now.length >= 10) return now;
			throw new Error(`only these stand out: ${now}`);
		});
		await window.mouse(await middle(window, "R-2"));
		await window.find(`${grid}[data-tracing=true]`);
		await until("the chain of R-2 alone", async () => `${await standing()}` === "F-2,I-1,N-2,N-3,R-2");
		await picture("hover");
		await window.mouse(ELSEWHERE);
		await window.find(`${grid}[data-tracing=false]`);
		await comesTo(standing, everything);
		await window.mouse(await middle(window, "R-1"), "down");
		await window.mouse(await middle(window, "R-1"), "up");
		await window.mouse(ELSEWHERE);
		await until("the chain of R-1 alone", async () => `${await standing()}` === "F-1,I-1,N-1,O-1,R-1");
		await window.keys(Key.Left);
		await window.find(`${card("N-3")}[aria-selected=true]`);
		await until("the chain of N-3 alone", async () => `${await standing()}` === "N-3,R-2");
		await picture("focus");
		await window.keys(Key.Escape);
		await window.find(`${grid}[data-tracing=false]`);
	},

	async "a column is filtered by status, all are searched, and each says how much of it is shown"({ desk, picture }) {
		const { window } = desk;
		await (await window.role("button", "Filter and sort Insights")).click();
		await (await window.find("[role=dialog] label", "Confirmed")).click();
		await until("the validated one", async () => `${await shown(window, "insight")}` === "N-1");
		await window.find("[role=status]", "1 of 3");
		await picture("status");
		await (await (await window.find("[role=dialog]", "Confirmed")).button("Clear filters")).click();
		await until("all Insights", async () => (await shown(window, "insight")).length === 3);
		await window.keys(Key.Escape);
		await window.waitUntilGone("[role=dialog]");
		await (await window.role("textbox", "Search in all columns")).fill("stage");
		await until("what speaks of the stage", async () => `${await shown(window, "insight")}` === "N-2" && `${await shown(window, "recommendation")}` === "R-2");
		await comesTo(() => shown(window, "output"), []);
		await picture("search");
		await window.keys(Key.Escape);
		await until("all Insights", async () => (await shown(window, "insight")).length === 3);
	},

	async "a prompt goes out by the clipboard, an answer is pasted, and each suggestion is decided alone"({ desk, picture }) {
		const { window } = desk;
		await press(window, "F-1", "d");
		const dialog = await window.find("[role=dialog]", "No model is set");
		await (await dialog.button("Copy prompt")).click();
		await toast(window, "Prompt copied");
		const field = await window.role("textbox", "Answer");
		await field.focus();
		await window.keys([Key.Control, "v"]);
		const pasted = await until("the prompt out of the clipboard", () => window.run("() => document.querySelector('[role=dialog] textarea').value"));
		assert.equal(pasted, desk.ask("derive", "prompt", discovery, "--to", "insight", "--from", "F-1").prompt);
		await window.keys([Key.Control, "a"], Key.Delete);
		await field.paste(JSON.stringify({ suggestions: [
			{ text: "A sponsor would double what can be shown.", from: ["F-1"] },
			{ text: "Insurance has not been counted yet.", from: ["F-1", "F-99"] },
		] }));
		await (await dialog.button("Check answer")).click();
		const first = await window.find("[role=dialog] li", "A sponsor would");
		const second = await window.find("[role=dialog] li", "Insurance has not");
		await window.find("[role=dialog]", "1 problem in the answer");
		await picture("suggestions");
		assert.equal(entities(desk, "insight").length, 3, "they are only proposed");
		await (await first.button("Accept")).click();
		await window.waitUntilGone("[role=dialog] li", "A sponsor would");
		await (await second.button("Reject")).click();
		await window.find("[role=dialog]", "No suggestion waits");
		await (await (await window.find("[role=dialog]")).button("Close")).click();
		await window.find(card("N-4"), "A sponsor would");
		assert.deepEqual(entities(desk, "insight").map(({ label, links }) => [label, links.up]).at(-1), ["N-4", ["F-1"]]);
	},

	async "a scan of a column finds the cards that say the same, which are kept as variants for good or merged"({ desk, picture }) {
		const { window } = desk;
		const scan = async () => {
			await press(window, "N-2");
			await (await window.role("button", "More for the pipeline")).click();
			await (await window.find("[role=menuitem]", "Find duplicates")).click();
			return window.find("[role=dialog]", "Cards that say the same");
		};
		let dialog = await scan();
		await window.find("[role=dialog] li", "N-3");
		await picture("duplicates");
		await (await dialog.button("Keep all as variants")).click();
		await toast(window, "N-1, N-3 kept as variants");
		await (await dialog.button("Close")).click();
		dialog = await scan();
		await window.find("[role=dialog]", "No two cards of this column say the same");
		await picture("variants");
		await (await dialog.button("Close")).click();
		desk.ask("undo", discovery);
		dialog = await scan();
		await window.find("[role=dialog] li", "N-3");
		await (await dialog.button("Merge into N-1")).click();
		await toast(window, "N-3 merged into N-1");
		await (await dialog.button("Close")).click();
		await window.waitUntilGone(card("N-3"));
		assert.deepEqual(entities(desk, "insight").map(({ label }) => label).sort(), ["N-1", "N-2", "N-4"]);
	},

	async "an Output is traced down to the highlighted words, and from there to the text that they stand in"({ desk, picture }) {
		const { window } = desk;
		await press(window, "O-1", "t");
		const report = "section[aria-label='O-1 traced to its Inputs']";
		await window.find(`${report} mark`, "The total budget is EUR 120,000");
		for (const label of ["R-1", "N-1", "F-1"]) await window.find(`${report} li`, label);
		await picture("trace");
		await (await window.find(`${report} figcaption button`, "I-1")).click();
		await window.find("[role=button][aria-label^='Fact F-1,'][aria-current=true]", "EUR 120,000");
		await picture("words");
		await go(window, "pipeline");
		await window.find(card("O-1"));
	},

	async "what was done is listed, and goes back to a point"({ desk, picture }) {
		const { window } = desk;
		const labels = entities(desk, "insight").map(({ label }) => label);
		await until("all Insights", async () => (await shown(window, "insight")).length === labels.length);
		whole = { state: state(desk), done: done(desk), shown: await shown(window, "insight") };
		assert.ok(whole.done >= 8, `the drags, the suggestions and the merge are steps: ${whole.done}`);
		await window.keys([Key.Control, Key.Shift, "h"]);
		const first = desk.ask("history", discovery).steps.find(({ name }) => name.startsWith("Link F-3"));
		await window.find("[role=dialog] li", first.name);
		await picture("history");
		await (await window.role("button", `Go to the point after: ${first.name}`)).click();
		await window.find("[role=dialog] li[aria-current=true]", first.name);
		await picture("gone-back");
		await comesTo(() => up(desk, "N-3"), ["F-3"], "the first of the links is there");
		assert.equal(entities(desk, "insight").length, 3, "and nothing of what came after");
		await window.escape(first.name);
		await until("the first order", async () => `${await shown(window, "insight")}` === "N-1,N-2,N-3");
	},

	async "and all of it is done again by the key"({ desk, picture }) {
		const { window } = desk;
		for (let before = done(desk); before < whole.done; before++) {
			await window.keys([Key.Control, Key.Shift, "z"]);
			await until("a step to be done again", () => done(desk) === before + 1);
		}
		assert.deepEqual(state(desk), whole.state, "labels, texts, statuses, links and order are what they were");
		await until("the cards as they were", async () => `${await shown(window, "insight")}` === `${whole.shown}`);
		await window.keys([Key.Control, Key.Shift, "z"]);
		await toast(window, "Nothing to redo");
		await picture("redone");
	},
};

/** Two chains, one of them up to an Output, and an Insight that stands alone and says what another does. */
function furnish(desk) {
	desk.ask("discovery", "create", "--title", discovery);
	desk.ask("input", "add", discovery, siteMeeting);
	const add = (type, text, ...from) => desk.ask("entity", "add", discovery, "--type", type, "--text", text, ...(from.length > 0 ? ["--from", ...from] : []), "--anyway");
	add("insight", "The money decides what can be built.", "F-1");
	add("insight", "The stage is too small for two acts.", "F-2");
	// An edit is not compared with its column, so that the scan has something to find.
	add("insight", "It rains in May.");
	desk.ask("entity", "edit", discovery, "N-3", "--text", "What can be built is decided by the money.");
	add("recommendation", "Fix the budget before the drawings.", "N-1");
	add("recommendation", "Rent a wider stage.", "N-2");
	add("output", "Brief to the producer: first the budget.", "R-1");
	desk.ask("entity", "status", discovery, "N-1", "--state", "validated");
}

async function middle(window, label) {
	return (await (await window.find(card(label))).box()).middle;
}

/** Drags a card onto another, to a share of that one's height; `onTheWay` looks before it is let go. */
async function drag(window, from, to, share = 0.5, onTheWay) {
	const [x, y] = await middle(window, from);
	const { left, top, width, height } = await (await window.find(card(to))).box();
	const onto = [left + width / 2, top + height * share];
	await window.mouse([x, y], "down");
	await window.mouse([x + 12, y + 4]);
	await window.mouse(onto);
	await onTheWay?.();
	await window.mouse(onto, "up");
}

async function press(window, label, ...keys) {
	await (await window.find(card(label))).click();
	await window.find(`${card(label)}[aria-selected=true]`);
	await window.keys(...keys);
}

/** The labels of a column's cards, from the top. */
function shown(window, column) {
	return window.run(
		`(column) => [...document.querySelectorAll("[data-column=" + column + "] [data-label]")]
			.filter((cell) => !cell.parentElement.hidden)
			.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
			.map((cell) => cell.dataset.label)`,
		column,
	);
}

const entities = (desk, type) => desk.ask("entity", "list", discovery, ...(type ? ["--type", type] : []));
const up = (desk, label) => desk.ask("entity", "show", discovery, label).links.up;
const done = (desk) => desk.ask("history", discovery).steps.filter((step) => step.done).length;
const state = (desk) => entities(desk).map(({ label, text, status, archived, links }) => ({ label, text, status, archived, up: links.up, down: links.down }));

/** The labels of the cards whose words are not faded. */
const UNDIMMED = `() => {
	const sample = document.body.appendChild(document.createElement("i"));
	sample.style.color = "var(--text-faded)";
	const faded = getComputedStyle(sample).color;
	sample.remove();
	return [...document.querySelectorAll(":not([hidden]) > [data-label]")]
		.filter((cell) => getComputedStyle(cell).color !== faded)
		.map((cell) => cell.dataset.label)
		.sort();
}`;
