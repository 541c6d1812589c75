// The current state: what the accepted facts come to, kept true by every decision and every undo.

import assert from "node:assert/strict";
import { Key, until } from "../harness/webdriver.mjs";

const STATE = "section[aria-label='Current state']";
const BUDGET = `${STATE} [data-block='project.budget'] [data-fact]`;

export const tests = {
	async "a fact that is accepted stands in its block, marked as new"({ desk, picture }) {
		const window = await desk.start();
		await window.role("heading", "Start with a text");
		await window.keys([Key.Control, Key.Shift, "v"]);
		const box = await window.role("textbox", "Text");
		await box.focus();
		await window.type("The dam held. The total budget is EUR 900. Drilling is not allowed.");
		await window.keys([Key.Control, Key.Enter]);
		await window.find("[role=button][aria-label^='Fact F-1,']");
		const state = () => window.run("(budget) => document.querySelector(budget)?.textContent ?? ''", BUDGET);
		assert.equal(await state(), "", "a budget is never accepted without the analyst");
		await accept(window, "€900.00");
		// With nothing selected the dock is closed until it is asked for.
		await window.keys(Key.Escape);
		await window.waitUntilGone("aside[data-side=inspector]");
		await window.keys([Key.Control, "i"]);
		await until("the budget", async () => /Total budget: €900\.00.*new/.test(await state()));
		await picture("state");
	},

	async "a line opens the fact that says it"({ desk }) {
		const { window } = desk;
		await (await window.find(BUDGET)).click();
		await window.find("aside, [aria-label=Dock]", "EUR 900");
		await window.keys(Key.Escape);
		await window.find(BUDGET);
	},

	async "what is undone leaves no trace, and done again it is back"({ desk }) {
		const { window } = desk;
		await window.keys([Key.Control, "z"]);
		await window.waitUntilGone(BUDGET);
		await window.keys([Key.Control, Key.Shift, "z"]);
		await window.find(BUDGET);
	},

	async "a block that was folded stays folded"({ desk, picture }) {
		const { window } = desk;
		await (await window.find(`${STATE} [data-block='project.budget'] button[aria-expanded]`)).click();
		const lines = () => window.run("(budget) => document.querySelector(budget)?.checkVisibility() ?? false", BUDGET);
		await until("it to fold", async () => !(await lines()));
		await picture("folded");
		await window.post("/refresh");
		await window.find("[data-view]");
		await window.keys([Key.Control, "i"]);
		await window.find(`${STATE} [aria-expanded=false]`);
	},
};

async function accept(window, value) {
	const shown = () => window.run("() => document.querySelector('aside[data-side=inspector]')?.textContent ?? ''");
	for (let step = 0; step < 8 && !(await shown()).includes(value); step++) {
		const before = await shown();
		await window.keys("]");
		// The next step counts from where this one led.
		await until("the next fact", async () => (await shown()) !== before, 3_000).catch(() => {});
	}
	await window.find("aside, [aria-label=Dock]", value);
	await window.keys("a");
}
