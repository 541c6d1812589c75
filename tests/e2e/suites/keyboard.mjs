// Everything without a pointer, in the dark theme.

import assert from "node:assert/strict";
import { palette } from "../harness/palette.mjs";
import { Key, until } from "../harness/webdriver.mjs";

export const tests = {
	async "a text is added by keys alone"({ desk }) {
		const window = await desk.start();
		await window.role("heading", "Start with a text");
		await window.keys([Key.Control, Key.Shift, "v"]);
		const box = await window.role("textbox", "Text");
		await box.focus();
		await window.type("The dam held. The gauge stood at 4.2 m. The total budget is EUR 900.");
		await window.keys([Key.Control, Key.Enter]);
		await window.find("[role=button][aria-label^='Fact F-1,']");
	},

	async "highlights are walked and a fact accepted by single keys"({ desk }) {
		const { window } = desk;
		const selected = () => window.run("() => document.querySelector('[data-selected]')?.textContent ?? ''");
		await window.keys("]");
		const first = await until("a first highlight", selected);
		await window.keys("]");
		await until("the next highlight", async () => (await selected()) !== first);
		await window.keys("[");
		await until("the first again", async () => (await selected()) === first);
		await window.keys("r");
		await window.find("aside, [aria-label=Dock]", "Rejected");
		await window.keys("]");
		await window.find("aside, [aria-label=Dock]", "€900.00");
		await window.keys("a");
		await window.find("[role=button][aria-label^='Fact F-2, accepted']");
	},

	async "sentences are selected by keys, and a fact is made of them"({ desk, picture }) {
		const { window } = desk;
		const selected = () => window.run("() => document.getSelection().toString()");
		await window.keys(Key.Escape);
		await window.keys("s");
		await until("the first sentence", async () => (await selected()) === "The dam held.");
		await window.keys([Key.Shift, "s"]);
		await until("two sentences", async () => (await selected()) === "The dam held. The gauge stood at 4.2 m.");
		await window.keys([Key.Shift, "w"]);
		await until("one again", async () => (await selected()) === "The dam held.");
		await window.keys("s");
		await until("the next", async () => (await selected()) === "The gauge stood at 4.2 m.");
		await window.keys("w");
		await until("the one before", async () => (await selected()) === "The dam held.");
		await window.keys("n");
		await window.find("form [aria-label=Quote]", "The dam held.");
		await picture("sentence");
		await window.keys([Key.Control, Key.Enter]);
		await window.find("[role=region]", "added");
		await window.waitUntilGone("form [aria-label=Quote]");
		await until("its words", () => window.run(`() => [...document.querySelectorAll("[role=button][aria-label^='Fact ']")].some((mark) => mark.textContent === "The dam held.")`));
	},

	async "the palette finds a command, and the dark theme stays"({ desk, screen, picture }) {
		const { window } = desk;
		// Below the text, in the middle of the window.
		const isDark = () => screen.brightness(600, 600) < 64;
		await until("it to begin light", () => !isDark());
		await palette(window, "theme dark", "Theme: dark");
		await until("a dark window", isDark);
		await picture("dark");
		const again = await desk.restart();
		await again.find("[role=button][aria-label^='Fact F-2,']");
		await until("a dark window", isDark);
	},

	async "a letter typed into a field is only a letter"({ desk }) {
		const { window } = desk;
		const before = await window.run("() => document.querySelector('main').textContent");
		await (await window.find("input[type=search], [role=searchbox], nav input, input")).focus();
		await window.type("are");
		await window.drawn();
		assert.equal(await window.run("() => document.querySelector('main').textContent"), before, "nothing was accepted, rejected or edited");
	},
};
