// The ways by which text comes in: an Input, a card, a file, and an answer, while it is written and after. Each is gone as
// an analyst goes it; `look` is called wherever the text has just come into view, with the parts that show it.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { says, waits } from "./model.mjs";
import { clickTo } from "./rail.mjs";
import { Key, until } from "./webdriver.mjs";

const BEGIN = "The pump was replaced on 4 May 2025.";
const CHAT = 'section[aria-label="Chat"]';
export const IN_CHAT = `${CHAT} *`;
const COLUMNS = [["Add a fact", "New fact", "Add fact"], ["Add an insight", "New insight", "Add insight"]];

export async function asInput({ window }, text, look) {
	await (await window.role("button", "Add a text")).click();
	await (await window.role("textbox", "Text")).paste(`${BEGIN}\n\n${text}`);
	await (await window.role("button", "Add text")).click();
	await window.find("main", BEGIN);
	await look("source");
	await clickTo(window, "pipeline");
	await window.find("main", "I-1");
	await look("columns");
}

/** A fact and an Insight: as drafts, as cards, and as what is edited. */
export async function asCards({ window }, text, look) {
	await clickTo(window, "pipeline");
	for (const [button, field, add] of COLUMNS) {
		await (await window.role("button", button)).click();
		await (await window.role("textbox", field)).paste(`${field}:\n\n${text}`);
		await look("draft", "[role=dialog] *");
		await (await window.role("button", add)).click();
		await window.find("[data-label]", `${field}:`);
		await look("card");
	}
	await window.find("[data-label][aria-selected=true]", "New insight:");
	await window.keys("e");
	await window.role("textbox", "Text");
	await look("edited");
	await window.keys(Key.Escape);
}

/** `planted` is what `file` makes; its title begins with “Planted”. */
export async function asFile(desk, planted, look) {
	const { window } = desk;
	const file = join(desk.home, "planted.json");
	writeFileSync(file, JSON.stringify(planted));
	const count = desk.ask("discovery", "list").length;
	await desk.drag("drop", file);
	await window.find("[role=dialog]", "Planted");
	await look("preview");
	await (await window.role("button", "Import")).click();
	await window.waitUntilGone("[role=dialog]", "Import planted.json");
	await until("the discovery", () => desk.ask("discovery", "list").length === count + 1);
	await clickTo(window, "pipeline");
	await window.find(':not([hidden]) > [data-label="O-1"]');
	await look("imported");
	for (const view of ["source", "review"]) {
		await clickTo(window, view);
		await look("imported");
	}
}

/** Each text as an answer of its own, looked at before its end has come and after. */
export async function asAnswers(chat, model, texts, look) {
	for (const [index, text] of texts.entries()) {
		model.answers(says(`Part ${index} begins.\n\n${text}\n\nAll is written.`, 1), waits, `\n\nPart ${index} ends.`);
		await chat.ask(`Part ${index}?`);
		await chat.writes(`Part ${index} begins.`);
		await chat.writes("All is written.");
		await look("streaming", IN_CHAT, index);
		await model.goOn();
		await chat.answered(`Part ${index} ends.`);
		await look("answer", IN_CHAT, index);
	}
}

/** A file with planted text in every field that is shown: `short` on one line, and `texts` in each column. */
export function file(short, texts, url) {
	const column = (id, related, above) => (text, index) => ({ [`${id}_id`]: `${id}_${index}`, [related]: [`${above}_${index}`], title: short, text });
	return {
		discovery_id: "dsc_planted",
		title: `Planted ${short}`,
		goal: texts.join("\n\n"),
		date: "2025-03-09",
		inputs: texts.map((text, index) => ({ input_id: `input_${index}`, type: "text", title: short, url, text })),
		facts: texts.map(column("fact", "related_inputs", "input")),
		insights: texts.map(column("insight", "related_facts", "fact")),
		recommendations: texts.map(column("recommendation", "related_insights", "insight")),
		outputs: texts.map(column("output", "related_recommendations", "recommendation")).map((output) => ({ ...output, type: "brief" })),
		chat_history: [{ role: "assistant", content: texts.join("\n\n") }],
	};
}

export function parts(rows, size) {
	return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size));
}
