// The search of the library, by keyboard alone: what it finds in every group, and that a hit opens at its words.

import assert from "node:assert/strict";
import { enter, makeDiscovery } from "../harness/chat.mjs";
import { Key, comesTo, until } from "../harness/webdriver.mjs";

const DIALOG = "[role=dialog][aria-label='Search the library']";
const OPTION = `${DIALOG} [role=option]`;
const CHOSEN = `${DIALOG} [role=option][aria-selected=true]`;
const TEXT = "section[aria-label^='Text of']";

export const tests = {
	async "words are found in every group, and marked"({ desk, picture }) {
		makeDiscovery(desk);
		const window = await desk.start();
		await enter(window, "Site meeting");
		await search(window, "budget");
		await window.find(OPTION);
		await comesTo(() => groups(window), ["Inputs", "Facts", "Conclusions"]);
		assert.ok((await marked(window)).every((words) => words.toLowerCase().startsWith("budget")), await marked(window));
		await picture("found");
	},

	async "arrows choose, and Enter opens the Input at its words"({ desk, picture }) {
		const { window } = desk;
		await window.keys(Key.Down);
		await window.keys(Key.Up);
		await window.find(CHOSEN, "I-1");
		await window.keys(Key.Enter);
		await until("the dialog to be gone", async () => !(await window.run("(dialog) => Boolean(document.querySelector(dialog))", DIALOG)));
		await window.find(TEXT, "budget");
		await picture("opened");
	},

	async "a conclusion opens in its column"({ desk }) {
		const { window } = desk;
		await search(window, "producer");
		await window.find(CHOSEN, "O-1");
		await window.keys(Key.Enter);
		await window.find("aside", "O-1");
	},

	async "what was looked for is there again, and nothing is a state of its own"({ desk, picture }) {
		const { window } = desk;
		await open(window);
		await window.find(CHOSEN, "O-1");
		await window.keys(..."xylophone");
		await window.find(`${DIALOG} [role=status]`, "Nothing was found for “xylophone”.");
		await picture("none");
		await window.keys(Key.Escape);
		await until("the dialog to be gone", async () => !(await window.run("(dialog) => Boolean(document.querySelector(dialog))", DIALOG)));
	},

	async "whatever is typed is a query"({ desk }) {
		const { window } = desk;
		for (const odd of ["c++", "x-y", "\"", "budget -drawings"]) {
			await search(window, odd);
			await until("an answer", () =>
				window.run("(dialog) => Boolean(document.querySelector(`${dialog} [role=option], ${dialog} [role=status]`))", DIALOG),
			);
			assert.equal(await window.run("(dialog) => document.querySelector(`${dialog} [role=alert]`)", DIALOG), null, odd);
			await window.keys(Key.Escape);
			await until("the dialog to be gone", async () => !(await window.run("(dialog) => Boolean(document.querySelector(dialog))", DIALOG)));
		}
	},

	async "a section of a report opens its report"({ desk }) {
		const { window } = desk;
		desk.ask("document", "start", "Site meeting", "--recipe", "report-from-graph", "--wait");
		await search(window, "\"Fix the budget\" drawings");
		await until("the report", async () => (await groups(window)).includes("Reports"));
		const options = await window.all(OPTION);
		await options.at(-1).click();
		await window.find("[data-view=reports]");
	},
};

async function open(window) {
	await window.keys([Key.Control, Key.Shift, "f"]);
	await until("the field to have the focus", () =>
		window.run("(dialog) => document.activeElement?.matches(`${dialog} input`) ?? false", DIALOG),
	);
}

/** Opens the dialog and types over what was looked for last, which is selected. */
async function search(window, words) {
	await open(window);
	await window.keys(...words);
}

function groups(window) {
	return window.run("(dialog) => [...document.querySelectorAll(`${dialog} [role=group]`)].map((it) => it.ariaLabel)", DIALOG);
}

function marked(window) {
	return window.run("(dialog) => [...document.querySelectorAll(`${dialog} mark`)].map((it) => it.textContent)", DIALOG);
}
