// An Input that is longer than a screen of text: found by its words, and edited to the letter.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { enter } from "../harness/chat.mjs";
import { go } from "../harness/rail.mjs";
import { comesTo, until } from "../harness/webdriver.mjs";

const LINE = "Größe „Kai“ 12 – 𝒳 is what the harbour office wrote on page ";
const TEXT = Array.from({ length: 6_000 }, (_, at) => `${LINE}${at}.`).join("\n");

const stored = (desk) => {
	const file = join(desk.home, "long.json");
	desk.ask("export", "Harbour", "-o", file);
	const [discovery] = [JSON.parse(readFileSync(file, "utf8"))].flat();
	return (discovery.discoveries?.[0] ?? discovery).inputs[0].text;
};

export const tests = {
	async "the Input column's search looks in the texts"({ desk, picture }) {
		const file = join(desk.home, "letter.txt");
		writeFileSync(file, TEXT);
		desk.ask("discovery", "create", "--title", "Harbour");
		desk.ask("input", "add", "Harbour", file, "--title", "Letter");
		const window = await desk.start();
		await enter(window, "Harbour");
		await go(window, "pipeline");
		await window.find("[data-label='I-1']");
		await (await window.role("textbox", "Search in all columns")).fill("page 4711");
		await window.find("[data-label='I-1']");
		await (await window.role("textbox", "Search in all columns")).fill("lighthouse");
		// The grid keeps elements that it does not show.
		await until("the Input to be hidden", () => window.run("() => ![...document.querySelectorAll(\"[data-label='I-1']\")].some((one) => one.checkVisibility())"));
		await (await window.role("textbox", "Search in all columns")).fill("harbour office");
		await window.find(":not([hidden]) > [data-label='I-1']");
		await picture("found");
	},

	async "a text of over 400,000 characters is edited in the window, and nothing else of it changes"({ desk, picture }) {
		const { window } = desk;
		assert.equal(stored(desk), TEXT);
		await (await window.find("[data-label='I-1']")).click();
		await (await window.role("button", "Edit E")).click();
		const field = await window.find("form textarea");
		await comesTo(() => window.run("() => document.querySelector('form textarea').value.length"), TEXT.length, "all of it is in the field");
		await window.run("() => { const field = document.querySelector('form textarea'); field.focus(); field.setSelectionRange(field.value.length, field.value.length); }");
		await field.paste("\nAdded at the end.");
		await picture("edited");
		await (await window.role("button", "Save version")).click();
		await until("the new text to be stored", () => stored(desk) === `${TEXT}\nAdded at the end.`);
		// All of it is read again, which a build for tests does slowly.
		await until("the form to close", () => window.run("() => !document.querySelector('form textarea')"));
	},
};
