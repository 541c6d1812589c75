// An analyst's first hour: a text, the facts in it, decisions, second thoughts, and everything still there next day.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { clickTo } from "../harness/rail.mjs";
import { Key, comesTo, until } from "../harness/webdriver.mjs";

const text = (name) => fileURLToPath(new URL(`../texts/${name}`, import.meta.url));
const siteMeeting = readFileSync(text("site-meeting.txt"), "utf8");

const highlight = (label) => `[role=button][aria-label^="Fact ${label},"]`;
const INSPECTOR = "aside[data-side=inspector]";
const budget = "The total budget is EUR 120,000.";

export const tests = {
	async "the first start offers a beginning"({ desk, picture }) {
		const window = await desk.start();
		await window.role("heading", "Start with a text");
		await window.role("button", "Open the sample");
		await picture("first-start");
	},

	async "a pasted text is read, and its facts are highlighted"({ desk, picture }) {
		const { window } = desk;
		await (await window.role("button", "Add a text")).click();
		await (await window.role("textbox", "Title")).fill("Site meeting");
		await (await window.role("textbox", "Text")).paste(siteMeeting);
		await (await window.role("button", "Add text")).click();
		const first = await window.find(highlight("F-1"));
		await comesTo(async () => (await first.text()).trim(), budget, "the highlight covers the words of the quote and no others");
		// A high-risk key waits for the analyst.
		await window.find('[aria-label^="Fact F-1, new"]');
		await window.find('[aria-label^="Fact F-3, accepted"]');
		await picture("highlights");
	},

	async "a click on a highlight shows the fact with its proof"({ desk, picture }) {
		const { window } = desk;
		await (await window.find(highlight("F-1"))).click();
		const shown = await window.find(INSPECTOR, "€120,000.00");
		// The key has its name, and the quote is there in words.
		await shown.says("Total budget");
		await shown.says(budget);
		await picture("inspector");
	},

	async "a click on a fact marks its words"({ desk }) {
		const { window } = desk;
		await (await window.find("button", "F-3")).click();
		await until("the words of F-3 to be marked", async () => {
			const marked = await window.all(`${highlight("F-3")} [data-selected], ${highlight("F-3")}[data-selected]`);
			return marked.length > 0;
		});
	},

	async "a fact is accepted, undone and redone"({ desk }) {
		const { window } = desk;
		await choose(window, "F-1");
		await window.keys("a");
		await window.find('[aria-label^="Fact F-1, accepted"]');
		await window.keys([Key.Control, "z"]);
		await window.find('[aria-label^="Fact F-1, new"]');
		await window.keys([Key.Control, Key.Shift, "z"]);
		await window.find('[aria-label^="Fact F-1, accepted"]');
	},

	async "a fact is rejected"({ desk }) {
		const { window } = desk;
		await choose(window, "F-4");
		await window.keys("r");
		await until("F-4 to be rejected", async () => (await status(window, "F-4"))?.includes("Rejected"));
	},

	async "a file that contradicts it makes a conflict"({ desk, picture }) {
		const { window } = desk;
		desk.choose(text("producer-call.txt"));
		await window.keys([Key.Control, "o"]);
		await window.find("[role=region]", "I-2 added");
		await clickTo(window, "review");
		await window.find("main", "€150,000.00");
		const item = await window.find("main", "€120,000.00");
		// The old quote is shown, and the new one beside it.
		await item.says("EUR 120,000");
		await item.says("EUR 150,000");
		await picture("conflict");
	},

	async "the new value is taken, and undo brings the conflict back"({ desk }) {
		const { window } = desk;
		await window.keys("2");
		await until("the new value to stand", async () => (await status(window, "F-6"))?.includes("Accepted"));
		await window.keys([Key.Control, "z"]);
		await until("the conflict to be back", async () => (await status(window, "F-6"))?.includes("Conflict"));
		await window.keys([Key.Control, "y"]);
		await until("the new value to stand again", async () => (await status(window, "F-6"))?.includes("Accepted"));
		await until("the old value to leave the list", async () => (await status(window, "F-1")) === undefined);
	},

	async "after a crash all is as it was"({ desk, picture }) {
		const before = await facts(desk.window);
		await desk.restart();
		await comesTo(() => facts(desk.window), before, "labels, states, values and words are what they were");
		await picture("restarted");
	},
};

/** Selects a fact: its keys act on the one that the inspector shows. */
async function choose(window, label) {
	await (await window.find(highlight(label))).click();
	await window.find(`${highlight(label)}[aria-current=true]`);
	await window.find(INSPECTOR, label);
}

async function status(window, label) {
	return (await facts(window)).find((row) => row.startsWith(`${label} `));
}

/** The rows of the Facts view, as text. */
async function facts(window) {
	await clickTo(window, "facts");
	return window.run(`() => new Promise((done) => requestAnimationFrame(() => done(
		[...document.querySelectorAll("[role=row]")].map((row) => [...row.children].map((cell) => cell.textContent.trim()).join(" ").trim())
			.filter((text) => /^F-\\d/.test(text)).sort())))`);
}
