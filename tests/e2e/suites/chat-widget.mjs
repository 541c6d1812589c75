// The chat's button, its panel, and mentions. Each test carries the id of the behaviour that it shows.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { Chat, FIELD, makeDiscovery, setProvider, discoveryData } from "../harness/chat.mjs";
import { Model, waits } from "../harness/model.mjs";
import { go } from "../harness/rail.mjs";
import { inFiles } from "../harness/search.mjs";
import { Key, comesTo, until } from "../harness/webdriver.mjs";

/** The button comes a moment after the first picture; by then it would be there. */
const LONG_ENOUGH = 1_000;

const model = await Model.start();
let chat;

export const tests = {
	async "FS-ChatWidgetHiddenWithoutDiscovery: without a discovery there is no chat"({ desk }) {
		const window = await desk.start();
		await window.role("heading", "Start with a text");
		await pause(LONG_ENOUGH);
		assert.equal((await window.all("#chat-button")).length, 0, "no button");
		makeDiscovery(desk);
		setProvider(desk, model);
		desk.ask("provider", "allow", "Site meeting", "--task", "chat");
		chat = new Chat(desk);
		await desk.restart();
		await chat.enter();
		await desk.window.role("button", "Open the chat");
	},

	async "FS-ChatWidgetToggle: the button opens and closes the panel, and counts what came meanwhile"({ desk, picture }) {
		const { window } = desk;
		await picture("closed");
		await (await window.role("button", "Open the chat")).click();
		await chat.field();
		const sized = async () => {
			const { width, height } = await (await chat.panel()).box();
			return [width, height];
		};
		await comesTo(sized, [400, 500], "its first size");
		const box = await (await chat.panel()).box();
		const { innerWidth, innerHeight } = await window.run("() => ({ innerWidth, innerHeight })");
		assert.deepEqual([innerWidth - box.left - box.width, innerHeight - box.top - box.height], [24, 80], "at the bottom right, above the button");
		await comesTo(() => window.run("() => document.activeElement.getAttribute('aria-label')"), FIELD, "ready to be written in");
		await picture("open");
		await window.keys(Key.Escape);
		await window.waitUntilGone('section[aria-label="Chat"]');
		await comesTo(() => window.run("() => document.activeElement.id"), "chat-button", "the focus goes back");
		await chat.open();
		model.answers(waits, "Here it is.");
		await chat.ask("Answer me later.");
		await model.waitForRequest(1);
		await chat.close();
		await model.goOn();
		const button = await window.role("button", "Open the chat, 1 new answer");
		await picture("unread");
		await button.click();
		await chat.answered("Here it is.");
		await chat.close();
		await window.role("button", "Open the chat");
		// A message that was seen is not new.
		await window.waitUntilGone('#chat-button[aria-label*="new"]');
	},

	async "FS-ChatWidgetDraggable: the panel is moved, resized, kept in the window and remembered"({ desk, picture }) {
		const { window } = desk;
		await chat.open();
		const box = async () => (await chat.panel()).box();
		const header = async () => (await (await window.find('section[aria-label="Chat"] header h2')).box()).middle;
		const pull = async (x, y, pointer) => {
			const [left, top] = await header();
			await window.drag([[left, top], [left + x / 2, top + y / 2], [left + x, top + y]], pointer);
			await window.drawn();
		};
		const first = await box();
		await pull(-200, -60);
		await until("the panel to be moved", async () => (await box()).left === first.left - 200 && (await box()).top === first.top - 60);
		const [x, y] = await header();
		await pull(2 - x, 2 - y);
		const { innerWidth, innerHeight } = await window.run("() => ({ innerWidth, innerHeight })");
		const isInside = ({ left, top, width, height }) => left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight;
		await until("it to be pulled to the edge", async () => (await box()).left < 10 && (await box()).top < 10);
		assert.ok(isInside(await box()), "it stops at the window's edge");
		const grip = await window.role("button", "Move or resize the chat");
		const before = await box();
		await grip.focus();
		await window.keys(Key.Right, Key.Down);
		await until("the panel to be moved by keys", async () => (await box()).left === before.left + 16 && (await box()).top === before.top + 16);
		await window.keys([Key.Shift, Key.Right], [Key.Shift, Key.Down]);
		await until("the panel to be resized by keys", async () => (await box()).width === before.width + 16 && (await box()).height === before.height + 16);
		const now = await box();
		await window.drag([[now.left + now.width - 1, now.top + now.height - 1], [now.left + now.width + 40, now.top + now.height + 30]]);
		await until("the panel to be resized by its corner", async () => (await box()).width > now.width + 30 && (await box()).height > now.height + 20);
		await touch(window, await header(), [30, 20]);
		await until("a finger to move it, too", async () => {
			const { left, top } = await box();
			return left !== now.left || top !== now.top;
		});
		const left = await box();
		await picture("moved");
		const storedChat = await window.run("() => localStorage.getItem('factly.chat')");
		await until("its place to be on the disk", () => inFiles(desk.home, storedChat).length > 0);
		await desk.restart();
		await chat.open();
		await comesTo(box, left, "it is where it was left");
	},

	async "FS-ChatAtMentionAutocomplete: after an @ the columns are offered, narrowed by what is typed"({ desk, picture }) {
		const { window } = desk;
		await chat.write("@");
		await comesTo(() => groups(window), ["Inputs", "Facts", "Insights", "Recommendations", "Outputs"], "grouped by column");
		await comesTo(async () => (await options(window)).at(-1), "O-1 — Brief to the producer: first the budget.", "the label, and the first words");
		await picture("mentions");
		await chat.write("F-");
		await until("facts alone", async () => (await groups(window)).join() === "Facts");
		const chosen = () => window.run("() => document.querySelector('[role=listbox] [aria-selected=true]')?.textContent.slice(0, 3)");
		const [first, second] = (await options(window)).map((option) => option.slice(0, 3));
		assert.equal(first, "F-2", "what is accepted stands before F-1, which waits");
		await comesTo(chosen, first);
		await window.keys(Key.Down, Key.Down, Key.Up);
		await until("the second to be chosen", async () => (await chosen()) === second);
		await window.keys(Key.Escape);
		await window.waitUntilGone("[role=listbox]");
		await window.find('section[aria-label="Chat"]');
	},

	async "FS-ChatAtMentionSelect: Enter puts a tag in the place of what was typed"({ desk }) {
		const { window } = desk;
		await clear(chat);
		await chat.write("What follows from @money");
		await until("the one that says so", async () => (await options(window)).join().startsWith("N-1"));
		await window.keys(Key.Enter);
		await window.waitUntilGone("[role=listbox]");
		await comesTo(() => tags(window), ["N-1"]);
		await comesTo(async () => (await (await chat.field()).text()).trim(), "What follows from N-1", "the words after the @ are gone");
	},

	async "FS-ChatClickItemToReference: a card that is clicked with Ctrl, or dragged here, is mentioned"({ desk, picture }) {
		const { window } = desk;
		await go(window, "pipeline");
		const header = (await (await window.find('section[aria-label="Chat"] header h2')).box()).middle;
		await window.drag([header, [header[0] + 300, header[1] + 60], [1_000, 300]]);
		const card = await window.find(':not([hidden]) > [data-label="F-2"]');
		const { middle } = await card.box();
		await controlClick(window, middle);
		await until("F-2 to be mentioned", async () => (await tags(window)).includes("F-2"));
		await comesTo(() => window.run("() => document.activeElement.getAttribute('aria-label')"), FIELD, "the field has the focus");
		const from = (await (await window.find(':not([hidden]) > [data-label="F-3"]')).box()).middle;
		const to = (await (await chat.field()).box()).middle;
		await window.drag([from, [from[0] + 10, from[1] + 10], [to[0] - 5, to[1]], to]);
		await until("F-3 to be mentioned", async () => (await tags(window)).join() === "N-1,F-2,F-3");
		await picture("tags");
	},

	async "FS-ChatAtMentionContext: what is mentioned goes along in full"({ desk }) {
		const { window } = desk;
		model.answers("From [N-1] follows [R-1]. See also [F-2, F-3] and [F-99].");
		await (await chat.field()).focus();
		await window.keys([Key.Control, Key.End], Key.Enter);
		const request = await model.waitForRequest(2);
		assert.match(request.body.messages.at(-1).content, /^What follows from N-1 +F-2 +F-3$/, "the words, with the labels in them");
		const named = discoveryData(request).referenced_items.map(({ id, text }) => [id, text]);
		assert.deepEqual(named, [
			["N-1", "The money decides what can be built."],
			["F-2", "The stage is 8 m wide and 6 m deep."],
			["F-3", "The show opens on 12 May 2026."],
		]);
	},

	async "FS-ChatAtMentionInResponse: a label in an answer leads to its card"({ desk, picture }) {
		const { window } = desk;
		const answer = await chat.answered("From N-1 follows R-1");
		await until("what exists to be a chip", async () => (await window.all('article[aria-busy="false"] [data-chip]')).length >= 4);
		await until("what does not exist to be words", async () => (await window.all('[data-chip="F-99"]')).length === 0);
		await go(window, "source");
		await (await answer.button("R-1")).click();
		await window.find(':not([hidden]) > [data-label="R-1"][aria-selected=true]');
		await picture("chip");
		model.content();
	},
};

const groups = (window) => window.run("() => [...document.querySelectorAll('[role=listbox] [role=group]')].map((one) => one.firstElementChild.textContent)");
const options = (window) => window.run("() => [...document.querySelectorAll('[role=listbox] [role=option]')].map((one) => one.textContent)");
const tags = (window) => window.run("() => [...document.querySelectorAll('[data-chat-input] [data-type=mention]')].map((one) => one.textContent)");

async function clear(chat) {
	await (await chat.field()).focus();
	await chat.window.keys([Key.Control, "a"], Key.Delete);
}

function controlClick(window, [x, y]) {
	const move = { type: "pointerMove", duration: 0, origin: "viewport", x: Math.round(x), y: Math.round(y) };
	const rest = { type: "pause", duration: 0 };
	return window.post("/actions", {
		actions: [
			{ type: "key", id: "keyboard", actions: [rest, { type: "keyDown", value: Key.Control }, rest, rest, { type: "keyUp", value: Key.Control }] },
			{ type: "pointer", id: "mouse", actions: [move, rest, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }, rest] },
		],
	});
}

/** A finger: this driver has none, so the page is told of one. */
function touch(window, [x, y], [dx, dy]) {
	return window.run(
		`(x, y, dx, dy) => {
			const at = document.elementFromPoint(x, y);
			const tell = (type, clientX, clientY) => at.dispatchEvent(new PointerEvent(type,
				{ bubbles: true, cancelable: true, pointerId: 7, pointerType: "touch", isPrimary: true, button: 0, clientX, clientY }));
			Element.prototype.setPointerCapture = new Proxy(Element.prototype.setPointerCapture, { apply: (own, it, [id]) => id === 7 || Reflect.apply(own, it, [id]) });
			tell("pointerdown", x, y);
			tell("pointermove", x + dx, y + dy);
			tell("pointerup", x + dx, y + dy);
		}`,
		x, y, dx, dy,
	);
}
