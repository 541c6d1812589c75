// Going to another view and back finds the text and the list where they were left.

import assert from "node:assert/strict";
import { clickTo, go } from "../harness/rail.mjs";
import { Key, until } from "../harness/webdriver.mjs";

const TEXT = "section[aria-label^='Text of']";
const LIST = "[role=grid] [role=presentation]";

export const tests = {
	async "the sample opens, with nothing in it that reads as markup"({ desk, picture }) {
		const window = await desk.start();
		await (await window.role("button", "Open the sample")).click();
		await window.find("[data-view=overview]");
		await clickTo(window, "source");
		await window.find("[role=button][aria-label^='Fact F-1,']");
		// A speaker is named in plain words.
		const text = await (await window.find(TEXT)).says("Holm: Of course.");
		assert.doesNotMatch(text, /\*\*/, "and not in a writer's markup");
		await picture("sample");
	},

	async "a text is where it was left"({ desk }) {
		const { window } = desk;
		await scroll(window, TEXT, 1400);
		let before = "";
		// Rows that come into view may turn out higher than was guessed.
		await until("the lines to stand still", async () => {
			const last = before;
			await window.drawn();
			before = await lines(window);
			return before !== "" && before === last;
		}, undefined, 150);
		await go(window, "facts");
		await window.find("[role=grid]");
		await go(window, "source");
		await until("the same lines", async () => (await lines(window)) === before);
	},

	async "a list is where it was left"({ desk }) {
		const { window } = desk;
		await go(window, "facts");
		await window.find("[role=grid] [role=row]", "F-1");
		await scroll(window, LIST, 3200);
		await window.find("[role=grid] [role=row]", "F-101");
		await go(window, "source");
		await window.find(TEXT);
		await go(window, "facts");
		await until("the same place", async () => (await scrollTop(window, LIST)) === 3200);
		await window.find("[role=grid] [role=row]", "F-101");
	},

	async "a fact that is chosen meanwhile comes into view all the same"({ desk }) {
		const { window } = desk;
		await (await window.find("[role=grid] [role=row]", "F-101")).click();
		await window.keys(Key.Enter);
		await window.find("[role=button][aria-label^='Fact F-101,']");
	},
};

async function scroll(window, selector, top) {
	await window.find(selector);
	await until("it to scroll", async () => {
		await window.run("(selector, top) => { document.querySelector(selector).scrollTop = top; }", selector, top);
		return Math.abs((await scrollTop(window, selector)) - top) < 200;
	});
	await window.drawn();
}

function scrollTop(window, selector) {
	return window.run("(selector) => document.querySelector(selector)?.scrollTop", selector);
}

/** The first words in view, and how far up they stand. */
function lines(window) {
	return window.run(`() => {
		const view = document.querySelector("${TEXT}");
		if (!view) return "";
		const frame = view.getBoundingClientRect();
		const rows = [...view.querySelectorAll("[data-block-start]")].map((row) => [row.textContent.slice(0, 30), Math.round(row.getBoundingClientRect().bottom - frame.top)]);
		return String(rows.filter(([, bottom]) => bottom > 0).sort((a, b) => a[1] - b[1])[0] ?? "");
	}`);
}
