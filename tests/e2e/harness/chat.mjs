// The chat as an analyst uses it, and a discovery to speak about.

import { fileURLToPath } from "node:url";
import { Key, until } from "./webdriver.mjs";

const siteMeeting = fileURLToPath(new URL("../texts/site-meeting.txt", import.meta.url));

export const FIELD = "Ask Factly about your discovery…";
export const SOURCES_FIELD = "Ask your sources…";
const PANEL = 'section[aria-label="Chat"]';
const ANSWER = `${PANEL} article:not([aria-label="You"])`;
const CARD = `${PANEL} section[data-card]`;

/** One Input, four facts, and above F-1 an insight, a recommendation and an output; F-2 to F-4 support nothing. */
export function makeDiscovery(desk, title = "Site meeting") {
	desk.ask("discovery", "create", "--title", title, "--goal", "What can be built for the money?", "--pack", "production", "--pack", "research");
	desk.ask("input", "add", title, siteMeeting, "--title", "Site meeting");
	const add = (type, text, from, ...more) => desk.ask("entity", "add", title, "--type", type, "--text", text, "--from", from, ...more);
	add("insight", "The money decides what can be built.", "F-1");
	add("recommendation", "Fix the budget before the drawings.", "N-1");
	add("output", "Brief to the producer: first the budget.", "R-1", "--output-type", "brief");
}

/** From now on this model answers the chat; every other task stays with what is built in. */
export function setProvider(desk, model, ...more) {
	desk.ask("provider", "set", "openai-compatible", "--base-url", model.base, "--model", model.name, "--task", "chat", ...more);
}

/** The JSON that a model is told of the discovery. */
export function discoveryData({ system }) {
	return JSON.parse(/<discovery_data>\n(.*)\n<\/discovery_data>/s.exec(system)[1]);
}

/** Opens a discovery from the list; its views are there then, and hear their keys. */
export async function enter(window, title) {
	await (await window.find("nav li button", title)).click();
	await window.find("nav li[data-current=true]", title);
	await window.find("[data-view]");
}

export class Chat {
	constructor(desk, discovery = "Site meeting") {
		Object.assign(this, { desk, discovery, named: FIELD });
	}

	/** From now on the sources are asked. */
	async askSources() {
		await (await this.window.find(`${PANEL} label`, "Sources")).click();
		this.named = SOURCES_FIELD;
		await this.field();
	}

	get window() {
		return this.desk.window;
	}

	/** Opens a discovery from the list. */
	async enter(title = this.discovery) {
		await enter(this.window, title);
		return this.window;
	}

	/** By its key: its button is there only while the dock is not. */
	async open() {
		await this.window.find("[data-view]");
		await this.window.keys([Key.Control, "j"]);
		return this.field();
	}

	async close() {
		await (await this.panel()).button("Close the chat").then((button) => button.click());
		await this.window.waitUntilGone(PANEL);
	}

	panel() {
		return this.window.find(PANEL);
	}

	field() {
		return this.window.role("textbox", this.named);
	}

	/** The field, once it takes words: not before the last answer has wholly ended. */
	ready() {
		return this.window.find(`[role=textbox][contenteditable=true]:not([aria-disabled=true])[aria-label="${this.named}"]`);
	}

	/** Types at the end of what the field holds. */
	async write(text) {
		await (await this.ready()).focus();
		await this.window.keys([Key.Control, Key.End]);
		await this.window.type(text);
	}

	/** Puts text in as one piece, and sends it. */
	async ask(text) {
		const field = await this.ready();
		await field.paste(text);
		await field.says(text);
		await this.window.keys(Key.Enter);
	}

	/** The whole answer that says this. */
	answered(text) {
		return this.window.find(`${ANSWER}[aria-busy="false"]`, text);
	}

	/** The answer that is being written, once it says this. */
	writes(text) {
		return this.window.find(`${ANSWER}[aria-busy="true"]`, text);
	}

	/** The card that says this, once it is in one of these states. */
	card(text, ...states) {
		return until(`a card “${text}”${states.length > 0 ? ` that is ${states.join(" or ")}` : ""}`, async () => {
			const selectors = states.length > 0 ? states.map((state) => `${CARD}[data-status="${state}"]`) : [CARD];
			for (const card of await this.window.all(selectors.join(", "))) if ((await card.text()).includes(text)) return card.foundBy(() => this.card(text, ...states));
			return undefined;
		});
	}

	/** A button of a card, once its answer is whole: the end of an answer draws it anew, and the focus would be lost. */
	async press(name, text, ...states) {
		await this.card(text, ...states);
		await this.isWhole();
		await this.byKey(await (await this.card(text, ...states)).button(name));
	}

	/** A button of a whole turn, once nothing is being written any more. */
	async pressOfTurn(name) {
		await this.window.role("button", name);
		await this.isWhole();
		await this.byKey(await this.window.role("button", name));
	}

	/** Nothing is being written any more. */
	isWhole() {
		return this.window.waitUntilGone(`${ANSWER}[aria-busy="true"]`);
	}

	/** By key: a button may move. */
	async byKey(button) {
		await button.focus();
		await this.window.keys(Key.Enter);
	}

	/** The messages that are in view, as `[whose, words]`. */
	shown() {
		return this.window.run(`() => [...document.querySelectorAll('${PANEL} article')].map((one) => [one.getAttribute("aria-label"), one.textContent])`);
	}

	entities(...args) {
		return this.desk.ask("entity", "list", this.discovery, ...args);
	}

	/** The labels of a column. */
	labels(type) {
		return this.entities("--type", type).map(({ label }) => label);
	}

	entity(label) {
		return this.entities().find((one) => one.label === label);
	}

	/** Returns the last step that is done. */
	lastStep() {
		const done = this.desk.ask("history", this.discovery).steps.filter((step) => step.done);
		return done.toSorted((one, other) => other.seq - one.seq)[0]?.name;
	}
}
