// Reports: out of the recommendations, changed by pointer and keys, written, undone, stale when what they cite changed,
// and there again after a start.

import assert from "node:assert/strict";
import { enter } from "../harness/chat.mjs";
import { Key, until } from "../harness/webdriver.mjs";

const TITLE = "Flood wall";
const report = (desk) => desk.ask("report", "show", `${TITLE}:O-1`);
const titles = (desk) => report(desk).sections.map(({ number, title }) => `${number} ${title}`);

export const tests = {
	async "a report is made of the recommendations, and cites what they rest on"({ desk, picture }) {
		desk.ask("discovery", "create", "--title", TITLE);
		desk.ask("entity", "add", TITLE, "--type", "fact", "--text", "The wall costs €2 m.");
		desk.ask("entity", "add", TITLE, "--type", "insight", "--text", "The wall is affordable.", "--from", "F-1");
		desk.ask("entity", "add", TITLE, "--type", "recommendation", "--text", "Build the wall.", "--from", "N-1");
		desk.ask("entity", "add", TITLE, "--type", "recommendation", "--text", "Ask the farms.", "--from", "N-1");
		const window = await desk.start();
		await enter(window, TITLE);
		await window.keys([Key.Control, "9"]);
		await window.find("main h2", "No reports yet");
		await picture("none");
		await (await window.role("button", "Report from the recommendations")).click();
		await window.find("nav[aria-label=Outline] button", "Build the wall");
		for (const cited of ["R-1", "N-1", "F-1"]) await window.find("aside[aria-label=Cites] button", cited);
		await picture("made");
		assert.deepEqual(titles(desk), ["1 Build the wall", "2 Ask the farms"]);
	},

	async "a citation leads to what it cites"({ desk }) {
		const { window } = desk;
		await (await window.find("aside[aria-label=Cites] button", "F-1")).click();
		await window.find("aside", "The wall costs €2 m.");
	},

	async "sections move by Alt and the arrows, and undo takes it back"({ desk }) {
		const { window } = desk;
		await (await window.find("nav[aria-label=Outline] button", "Ask the farms")).click();
		await window.keys([Key.Alt, Key.Up]);
		await until("it to be first", () => titles(desk)[0] === "1 Ask the farms");
		await window.keys([Key.Control, "z"]);
		await until("it to be second again", () => titles(desk)[0] === "1 Build the wall");
	},

	async "what is written is kept when the field is left, and is there after the next start"({ desk, picture }) {
		const { window } = desk;
		await (await window.find("nav[aria-label=Outline] button", "Build the wall")).click();
		await (await window.find("main textarea")).fill("It is worth it [F-1].");
		await (await window.find("nav[aria-label=Outline] button", "Ask the farms")).click();
		await until("the words to be kept", () => report(desk).sections[0].bodyMd === "It is worth it [F-1].");
		await desk.stop();
		const again = await desk.start();
		await enter(again, TITLE);
		await again.keys([Key.Control, "9"]);
		await again.find("nav[aria-label=Outline] button", "Build the wall");
		await until("its words", async () => (await again.run("return document.querySelector(\"main textarea\")?.value")) === "It is worth it [F-1].");
		await picture("kept");
	},

	async "a fact that is not there any more makes its citation stale"({ desk, picture }) {
		const { window } = desk;
		desk.ask("entity", "delete", TITLE, "F-1");
		await window.find("aside[aria-label=Cites]", "gone");
		await window.find("main header", "1 citation is stale");
		await picture("stale");
	},
};
