// With no model: the built-in assistant answers from the graph, says who it is, and sends nothing.

import assert from "node:assert/strict";
import { Chat, makeDiscovery } from "../harness/chat.mjs";
import { palette } from "../harness/palette.mjs";
import { go } from "../harness/rail.mjs";
import { until } from "../harness/webdriver.mjs";

let chat;

/** Asks, and returns the words of the newest answer and the labels in it. */
async function asks(text) {
	await chat.ask(text);
	return until(`an answer to “${text}”`, () =>
		chat.window.run(
			`(text) => {
				const [question, answer] = [...document.querySelectorAll("article")].slice(-2);
				const isOver = question?.textContent.includes(text) && answer.ariaLabel === "Built-in assistant" && answer.ariaBusy === "false";
				return isOver && { words: answer.textContent, labels: [...answer.querySelectorAll("[data-chip]")].map((chip) => chip.dataset.chip) };
			}`,
			text,
		),
	);
}

export const tests = {
	async "FS-AskForSummary: it tells what there is, and that it is the built-in assistant"({ desk, picture }) {
		makeDiscovery(desk);
		chat = new Chat(desk);
		await desk.start();
		const window = await chat.enter();
		await chat.open();
		await window.find('section[aria-label="Chat"]', "Built-in assistant");
		await picture("empty");
		await (await window.role("button", "Summarise this discovery")).click();
		await window.find('article[aria-label="Built-in assistant"][aria-busy="false"]', "4 facts");
		const [, words] = (await chat.shown()).at(-1);
		assert.match(words, /1 insight\b/);
		await picture("summary");
	},

	async "FS-AskForGapAnalysis: it finds what has no support and what nothing was drawn from"({ picture }) {
		const { words, labels } = await asks("Where are the gaps?");
		for (const label of ["F-2", "F-3", "F-4", "F-5"]) assert.ok(labels.includes(label), `${label} supports nothing: ${words}`);
		assert.match(words, /4 facts without an insight/);
		await picture("gaps");
	},

	async "FS-ChatProactiveSuggestions: it says what to do next"() {
		const { words, labels } = await asks("What should I do next?");
		assert.ok(labels.includes("F-1"), `F-1 waits for a decision: ${words}`);
	},

	async "FS-ChatSuggestMissingConnections: it names what could be connected"({ desk }) {
		desk.ask("entity", "add", chat.discovery, "--type", "insight", "--text", "Since the show opens on 12 May 2026, the drawings are late.");
		// The window learns a moment later of what another process did.
		await go(desk.window, "pipeline");
		await desk.window.find(':not([hidden]) > [data-label="N-2"]');
		const { words, labels } = await asks("Which connections are missing?");
		assert.ok(labels.includes("N-2"), `N-2 rests on nothing: ${words}`);
		assert.ok(labels.includes("F-3"), `it says the same day as F-3: ${words}`);
	},

	async "it proposes additions, edits and deletions in plain phrases, as cards"({ desk, picture }) {
		await chat.ask("Add an insight from F-2: The stage is wide.");
		await chat.press("Confirm", "The stage is wide.", "pending");
		await chat.card("The stage is wide.", "applied");
		await chat.ask("Change R-1 to: Fix the budget now.");
		await chat.press("Apply", "now", "pending");
		await chat.card("now", "applied");
		await chat.ask("Delete F-4.");
		await chat.press("Confirm deletion", "projectors", "pending");
		await chat.card("projectors", "applied");
		assert.equal(chat.entity("R-1").text, "Fix the budget now.");
		assert.ok(!chat.labels("fact").includes("F-4"));
		await picture("cards");
	},

	async "it tells what changed since a time from then on, and says where it cannot tell when that was"({ desk, picture }) {
		const { words } = await asks("What changed since yesterday?");
		assert.match(words, /Since \d{4}-\d\d-\d\d \(UTC\), the newest first:/);
		assert.ok(words.includes("delete F-4"), `what was done a moment ago: ${words}`);
		const later = await asks("What changed since 1 January 2099?");
		assert.match(later.words, /Nothing was done since 2099-01-01/);
		const unclear = await asks("What changed since the meeting?");
		assert.match(unclear.words, /I cannot tell when that was/);
		await picture("changed");
		const { window } = desk;
		await palette(window, "theme dark", "Theme: dark");
		await window.waitUntilGone("[role=dialog]");
		await picture("changed-dark");
	},

	async "it answers in German, and says plainly what it cannot do"({ picture }) {
		const german = await asks("Worauf beruht O-1?");
		assert.ok(german.labels.includes("R-1"), german.words);
		const poem = await asks("Write me a poem about the stage.");
		assert.match(poem.words, /model|cannot|can’t|can't/i);
		await picture("cannot");
	},
};
