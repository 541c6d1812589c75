// Text is only text, whichever way it comes in: nothing in it becomes an element, and nobody is reached. That each row
// would have been noticed is shown twice: here each is drawn by itself, with walls and without, and `careless` sends them
// by the same ways into a window that takes text for markup.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { Canary } from "../harness/canary.mjs";
import { Chat, setProvider } from "../harness/chat.mjs";
import { aimed, draw, markup, scrollThrough, textOf, watch } from "../harness/markup.mjs";
import { Model } from "../harness/model.mjs";
import { asAnswers, asCards, asFile, asInput, file, parts } from "../harness/ways.mjs";
import { comesTo, until } from "../harness/webdriver.mjs";

const names = Object.keys(markup);
const loud = names.filter((name) => !markup[name].silent);
assert.ok(loud.length >= 60, "enough of them are known to be seen");
/** A wall is seen by what does not happen, so it takes a wait; the control's slowest row takes a fifth of this. */
const LONG_ENOUGH = 1_500;
const model = await Model.start();
const canary = await Canary.start();
const { address } = canary;
const everything = textOf(names, address);
const CHAT = 'section[aria-label="Chat"]';
let page;
let seen;

export const tests = {
	async "in an Input, its evidence and the search"({ desk, picture }) {
		const window = await desk.start();
		page = await window.get("/url");
		seen = await watch(window, address);
		await asInput(desk, everything, async (where) => {
			await nothingCame(window);
			if (where === "source") await picture("input");
		});
	},

	async "in a fact and an Insight, as cards and as drafts"({ desk, picture }) {
		await asCards(desk, everything, (_, within) => nothingCame(desk.window, within));
		await picture("cards");
	},

	async "in an imported file, before and after it is taken"({ desk, picture }) {
		const texts = parts(names, 12).map((part) => textOf(part, address));
		await asFile(desk, file(aimed("img", "text", address), texts, `${address}/url`), async (where) => {
			await nothingCame(desk.window);
			await picture(where);
		});
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
		const texts = parts(names, 21).map((part) => textOf(part, address));
		await asAnswers(chat, model, texts, (_, within) => nothingCame(window, within, 200));
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
		const count = 5;
		await comesTo(() => links("links.length"), count, "what leads to the web is a link; a script is none");
		for (let index = 0; index < count; index += 1) {
			await links(`links[${index}].click()`);
			const dialog = await window.find("[role=dialog]");
			assert.doesNotMatch(await dialog.text(), /javascript:|data:/i, "nothing but a web address is offered");
			if (index === 0) await picture("link");
			await window.escape();
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
				isSeen = await until(name, came, 4_000).then(() => true, () => false);
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
		assert.equal(canary.connections, 0, `reached the canary: ${canary.describeConnections()}`);
		assert.equal(new URL(await window.get("/url")).origin, new URL(page).origin, "the page is still ours");
	},
};

/** `within` is what to scroll through first, all of it if need be. */
async function nothingCame(window, within = "*", wait = LONG_ENOUGH) {
	await scrollThrough(window, within);
	await pause(wait);
	assert.deepEqual(await seen(), [], "nothing of it is an element, nor was for a moment");
	assert.equal(canary.connections, 0, `reached the canary: ${canary.describeConnections()}`);
	assert.equal((await window.get("/window/handles")).length, 1, "no window was opened");
}
