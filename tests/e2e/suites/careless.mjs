// The control of `markup`: the same texts come in by the same five ways, in a window without walls that takes text for
// markup. Each row is seen by each way, so that a window in which none is seen has kept them out, and not the test.
//
// A row in Markdown comes as what a renderer without a thought would have made of it.

import assert from "node:assert/strict";
import { Canary } from "../harness/canary.mjs";
import { Chat, setProvider } from "../harness/chat.mjs";
import { aimed, drawingOf, markup, scrollThrough } from "../harness/markup.mjs";
import { Model } from "../harness/model.mjs";
import { asAnswers, asCards, asFile, asInput, file, IN_CHAT, parts } from "../harness/ways.mjs";
import { until } from "../harness/webdriver.mjs";

/** A connection without a word tells of no row; `markup` has each of those by itself. */
const names = Object.keys(markup).filter((name) => !markup[name].connects);
const loud = names.filter((name) => !markup[name].silent);
assert.ok(loud.length >= 60, "enough of them are to be seen");
const model = await Model.start();
/** Another one for each way, so that nobody comes to it but by that way. */
let canary;
let address;

export const env = () => ({ FACTLY_DEBUG_WITHOUT: "policy,refusals,network,text" });

export const tests = {
	async "in an Input, each is seen"({ desk }) {
		await afresh(desk);
		await asInput(desk, drawingOf(names, address), (where) => where === "source" && eachIsSeen(desk.window, loud));
	},

	async "in a card, each is seen"({ desk }) {
		await afresh(desk);
		await asCards(desk, drawingOf(names, address), async (where) => where === "card" && eachIsSeen(desk.window, loud));
	},

	async "in an imported file, each is seen"({ desk }) {
		await afresh(desk);
		const texts = parts(names, 12).map((part) => drawingOf(part, address));
		const planted = file(aimed("img", "drawn", address), texts, `${address}/url`);
		await asFile(desk, planted, async (where) => where === "imported" && eachIsSeen(desk.window, loud));
	},

	async "in an answer that is being written, each is seen"({ desk, picture }) {
		const chat = new Chat(desk, "Harbour");
		desk.ask("discovery", "create", "--title", "Harbour", "--goal", "What is where?");
		setProvider(desk, model);
		desk.ask("provider", "allow", "Harbour");
		const window = await afresh(desk);
		await chat.enter();
		await chat.open();
		const rows = parts(names, 21);
		const texts = rows.map((part) => drawingOf(part, address));
		await asAnswers(chat, model, texts, async (where, within, index) => {
			const here = rows[index].filter((name) => loud.includes(name));
			if (where === "streaming") await eachIsSeen(window, here, within);
		});
		await picture("answer");
		model.content();
	},

	async "in an answer that is read again, each is seen"({ desk }) {
		const chat = new Chat(desk, "Harbour");
		await desk.stop();
		canary.visits.clear();
		const window = await desk.start();
		await chat.enter();
		await chat.open();
		await chat.answered(`Part ${parts(names, 21).length - 1} ends.`);
		await eachIsSeen(window, loud, IN_CHAT);
		canary.stop();
		model.stop();
	},
};

/** The window again, before a canary to which nobody has come yet. */
async function afresh(desk) {
	canary?.stop();
	canary = await Canary.start();
	address = canary.address;
	return attended(await desk.restart());
}

/** The window, once it listens: what comes before that is lost, a dropped file too. */
async function attended(window) {
	await window.role("button", "New discovery");
	return window;
}

/** Scrolls and presses until each of these rows has come to the canary. */
async function eachIsSeen(window, rows, within = "*") {
	const unseen = () => rows.filter((name) => !canary.visits.has(name));
	await until("every row", async () => {
		if (unseen().length === 0) return true;
		await scrollThrough(window, within);
		await window.run(PRESS);
		return unseen().length === 0;
	}, 40_000, 250).catch(() => {});
	assert.deepEqual(unseen(), [], `of ${rows.length} rows the canary notices each`);
}

/** Presses what has to be pressed, in every drawing that is still there. */
const PRESS = `() => {
	for (const frame of document.querySelectorAll("#careless iframe")) {
		for (const one of frame.contentDocument?.querySelectorAll(".go") ?? []) {
			one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: frame.contentWindow }));
		}
	}
}`;
