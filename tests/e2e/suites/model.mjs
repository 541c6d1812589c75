// Bring your own model: the prompt goes out, an answer comes in, and what it cannot prove is refused.

import assert from "node:assert/strict";
import { go } from "../harness/rail.mjs";
import { Key, comesTo, until } from "../harness/webdriver.mjs";

const note = (quote) => ({ op: "ADD", scope: { type: "project" }, key: "note", value: quote, evidence: { quote, startChar: 0, endChar: 5 }, confidence: 0.9 });
/** In a fence, with a trailing comma, a true quote at wrong offsets, and one with a changed number. */
const answer = `Here you are:\n\`\`\`json\n{"ops": [${JSON.stringify(note("The venue closes at 22:00."))}, ${JSON.stringify(note("The stage is 9 m wide."))},]}\n\`\`\``;

export const tests = {
	async "an answer goes through the same checks"({ desk, picture }) {
		const window = await desk.start();
		await (await window.role("button", "Add a text")).click();
		await (await window.role("textbox", "Text")).paste("The stage is 8 m wide. The venue closes at 22:00.");
		await (await window.role("button", "Add text")).click();
		await window.find("[role=button][aria-label^='Fact F-1,']");
		await go(window, "audit");
		await (await window.find("button", "part 1 of 1")).click();
		await (await window.role("button", "Copy prompt")).click();
		await window.find("[role=region]", "Prompt copied");
		await (await window.role("button", "Paste answer")).click();
		const field = await window.role("textbox", "Answer");
		await field.focus();
		await window.keys([Key.Control, "v"]);
		const pasted = () => window.run("() => document.querySelector('[role=dialog] textarea').value");
		const prompt = await until("the prompt from the clipboard", async () => (await pasted()) || undefined);
		assert.match(prompt, /The stage is 8 m wide\. The venue closes at 22:00\./, "what was copied is on the clipboard");
		await window.keys([Key.Control, "a"]);
		await field.paste(answer);
		await comesTo(pasted, answer);
		await (await window.find("[role=dialog] input[type=checkbox]")).click();
		await (await window.role("button", "Check answer")).click();
		const report = await window.find("[role=dialog]", "The answer was checked");
		// The trailing comma is told.
		await report.says("repaired");
		await picture("checked");
		await (await window.role("button", "Show the run")).click();
		const outcomes = await window.find("main", "The stage is 9 m wide.");
		// The changed number is not in the source.
		await outcomes.says("Refused");
		await picture("run");
	},

	async "the refused quote is nowhere evidence"({ desk, picture }) {
		const { window } = desk;
		await go(window, "source");
		await window.find("[role=button][aria-label^='Fact F-1,']");
		const quotes = await until("the highlights", () => window.run("() => [...document.querySelectorAll('[role=button][aria-label^=\"Fact \"]')].map((mark) => mark.textContent)"));
		assert.ok(quotes.every((quote) => !quote.includes("9 m")), "no highlight shows it");
		await go(window, "review");
		await window.find("main [role=status]", "1 wait");
		await window.find("main", "nearest passage");
		await picture("hint");
	},
};
