// Text is only text, whichever way it comes in: nothing in it becomes an element, and nobody is reached. The control
// draws the same rows without the walls; it shows that each would have been noticed.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Canary } from "../harness/canary.mjs";
import { Chat, setProvider } from "../harness/chat.mjs";
import { aimed, draw, markup, scrollThrough, textOf, watch } from "../harness/markup.mjs";
import { Model, says, waits } from "../harness/model.mjs";
import { Key, until } from "../harness/webdriver.mjs";

const names = Object.keys(markup);
const loud = names.filter((name) => !markup[name].silent);
/** A wall is seen by what does not happen, so it takes a wait; the control's slowest row takes a fifth of this. */
const LONG_ENOUGH = 1_500;
const BEGIN = "The pump was replaced on 4 May 2025.";
const model = await Model.start();
const canary = await Canary.start();
const { address } = canary;
const everything = textOf(names, address);
const CHAT = 'section[aria-label="Chat"]';
const IN_CHAT = `${CHAT} *`;
let page;
let seen;

export const tests = {
	async "in an Input, its evidence and the search"({ desk, picture }) {
		const window = await desk.start();
		page = await window.get("/url");
		seen = await watch(window, address);
		await (await window.role("button", "Add a text")).click();
		await (await window.role("textbox", "Text")).paste(`${BEGIN}\n\n${everything}`);
		await (await window.role("button", "Add text")).click();
		await window.find("main", BEGIN);
		await nothingCame(window);
		await picture("input");
		await window.keys([Key.Control, "1"]);
		await window.find("main", "I-1");
		await nothingCame(window);
	},

	async "in a fact and an Insight, as cards and as drafts"({ desk, picture }) {
		const { window } = desk;
		for (const [button, field] of [["Add a fact", "New fact"], ["Add an insight", "New insight"]]) {
			await (await window.role("button", button)).click();
			await (await window.role("textbox", field)).paste(`${field}: ${everything}`);
			await nothingCame(window, "[role=dialog] *");
			await (await window.role("button", "Add card")).click();
			await window.find("[data-label]", `${field}: <img`);
		}
		await window.keys("e");
		await window.role("textbox", "Text");
		await nothingCame(window);
		await window.keys(Key.Escape);
		await picture("cards");
	},

	async "in an imported file, before and after it is taken"({ desk, picture }) {
		const { window } = desk;
		const file = join(desk.home, "planted.json");
		writeFileSync(file, JSON.stringify(planted()));
		await desk.drag("drop", file);
		await window.find("[role=dialog]", "Planted");
		await nothingCame(window);
		await picture("preview");
		await (await window.role("button", "Import")).click();
		await window.gone("[role=dialog]", "Import planted.json");
		await until("the discovery", () => desk.ask("discovery", "list").length === 2);
		await window.keys([Key.Control, "1"]);
		await window.find(':not([hidden]) > [data-label="O-1"]', "<img");
		await nothingCame(window);
		await picture("imported");
		for (const key of ["2", "3"]) {
			await window.keys([Key.Control, key]);
			await nothingCame(window);
		}
	},

	async "in a model's answer, while it is written and after"({ desk, picture }) {
		const chat = new Chat(desk, "Harbour");
		desk.ask("discovery", "create", "--title", "Harbour", "--goal", "What is where?");
		setProvider(desk, model);
		desk.ask("provider", "allow", "Harbour");
		const window = await desk.restart();
		seen = await watch(window, address);
		await chat.enter();
		await chat.open();
		for (const [index, part] of parts(names, 21).entries()) {
			const text = textOf(part, address);
			model.answers(says(`Part ${index} begins.\n\n${text}\n\nAll is written.`, 1), waits, `\n\nPart ${index} ends.`);
			await chat.ask(`Part ${index}?`);
			await chat.writes(`Part ${index} begins.`);
			await chat.writes("All is written.");
			await nothingCame(window, IN_CHAT, 200);
			await model.goOn();
			await chat.answered(`Part ${index} ends.`);
			await nothingCame(window, IN_CHAT, 200);
		}
		await picture("answer");
		await nothingCame(window);
		model.content();
	},

	async "a link in an answer says where it leads, and is not followed without a word"({ desk, picture }) {
		const chat = new Chat(desk, "Harbour");
		const { window } = desk;
		const planted = names.filter((name) => name.startsWith("markdown-") && markup[name].click);
		model.answers(`The links.\n\n${textOf(planted, address)}\n\nThat is all.`);
		await chat.ask("Which links?");
		await chat.answered("That is all.");
		const links = (what) => window.run(`(chat) => {
			const answer = [...document.querySelectorAll(chat + " article")].find((one) => one.textContent.includes("That is all."));
			const links = answer.querySelectorAll("[role=link]");
			return ${what};
		}`, CHAT);
		const count = await links("links.length");
		assert.equal(count, 5, "what leads to the web is a link; a script is none");
		for (let index = 0; index < count; index += 1) {
			await links(`links[${index}].click()`);
			const dialog = await window.find("[role=dialog]");
			assert.doesNotMatch(await dialog.text(), /javascript:|data:/i, "nothing but a web address is offered");
			if (index === 0) await picture("link");
			await window.keys(Key.Escape);
			await window.gone("[role=dialog]");
		}
		await nothingCame(window);
	},

	async "after a restart with all of it in view"({ desk }) {
		const chat = new Chat(desk, "Harbour");
		const window = await desk.restart();
		seen = await watch(window, address);
		await chat.enter();
		await chat.open();
		await window.find(CHAT, "That is all.");
		await nothingCame(window);
	},

	async "drawn without the walls, each of them is seen"({ desk }) {
		desk.env.FACTLY_DEBUG_WITHOUT = "policy,refusals,network";
		const window = await desk.restart();
		const own = await Canary.start();
		const unseen = [];
		for (const name of loud) {
			const before = own.connections;
			const came = () => own.visits.has(name) || (markup[name].connects && own.connections > before);
			let isSeen = false;
			for (let tries = 0; tries < 3 && !isSeen; tries += 1) {
				await draw(window, name, own.address).catch(() => {});
				isSeen = await until(name, came, 2_000).then(() => true, () => false);
			}
			if (!isSeen) unseen.push(name);
		}
		own.stop();
		assert.deepEqual(unseen, [], `of ${loud.length} rows the canary would have noticed each`);
	},

	async "and drawn within them, none is"({ desk }) {
		desk.env.FACTLY_DEBUG_WITHOUT = "";
		const window = await desk.restart();
		for (const name of names) await draw(window, name, address).catch(() => {});
		await pause(LONG_ENOUGH);
		canary.stop();
		model.stop();
		assert.equal(canary.connections, 0, `reached the canary: ${[...canary.visits].join(", ") || "(no request)"}`);
		assert.equal(new URL(await window.get("/url")).origin, new URL(page).origin, "the page is still ours");
	},
};

/** `parts` is what to scroll through first, all of it if need be. */
async function nothingCame(window, parts = "*", wait = LONG_ENOUGH) {
	await scrollThrough(window, parts);
	await pause(wait);
	assert.deepEqual(await seen(), [], "nothing of it is an element, nor was for a moment");
	assert.equal(canary.connections, 0, `reached the canary: ${[...canary.visits].join(", ") || "(no request)"}`);
	assert.equal((await window.get("/window/handles")).length, 1, "no window was opened");
}

/** A file with planted text in every field that is shown. */
function planted() {
	const short = aimed("img", "text", address);
	const column = (id, related, above) => (text, index) => ({ [`${id}_id`]: `${id}_${index}`, [related]: [`${above}_${index}`], title: short, text });
	const texts = parts(names, 12).map((part) => textOf(part, address));
	return {
		discovery_id: "dsc_planted",
		title: `Planted ${short}`,
		goal: everything,
		date: "2025-03-09",
		inputs: texts.map((text, index) => ({ input_id: `input_${index}`, type: "text", title: short, url: `${address}/url`, text })),
		facts: texts.map(column("fact", "related_inputs", "input")),
		insights: texts.map(column("insight", "related_facts", "fact")),
		recommendations: texts.map(column("recommendation", "related_insights", "insight")),
		outputs: texts.map(column("output", "related_recommendations", "recommendation")).map((output) => ({ ...output, type: "brief" })),
		chat_history: [{ role: "assistant", content: everything }],
	};
}

function parts(rows, size) {
	return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size));
}
