// Conversations are kept, go with their discovery, and are those of no other.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Chat, makeDiscovery } from "../harness/chat.mjs";
import { Model, calls } from "../harness/model.mjs";
import { Key, until } from "../harness/webdriver.mjs";

const model = await Model.start();
let chat;

export const tests = {
	async "FS-ChatHistoryPersisted: conversations and the cards in them are there the next day"({ desk, picture }) {
		// Anthropic's own language, at an address of this machine.
		desk.env.ANTHROPIC_API_KEY = "sk-ant-of-no-use";
		// A key of the environment goes to no address that only the settings name.
		desk.env.FACTLY_BASE_URL = model.origin;
		makeDiscovery(desk);
		desk.ask("provider", "set", "anthropic", "--base-url", model.origin, "--model", "claude-scripted", "--task", "chat");
		desk.ask("provider", "allow", "Site meeting", "--task", "chat");
		chat = new Chat(desk);
		await desk.start();
		let window = await chat.enter();
		await chat.open();
		model.answers("The budget is settled [F-1].", calls("add_item", { entity_type: "insight", text: "All else can wait.", related_ids: ["F-1"] }));
		await chat.ask("What is settled?");
		await chat.card("All else can wait.", "pending");
		await (await window.role("button", "Conversations")).click();
		await (await window.role("button", "New conversation")).click();
		// A message sent before it is there goes to the other.
		await window.find('section[aria-label="Chat"]', "Ask about this discovery");
		model.answers("A house by the river.");
		await chat.ask("What is the venue?");
		await chat.answered("A house by the river.");
		assert.ok(!(await chat.shown()).some(([, words]) => words.includes("budget")), "another conversation, another history");
		assert.equal(model.requests.at(-1).body.messages.length, 1, "for the model, too");
		window = await desk.restart();
		await chat.open();
		await chat.answered("The budget is settled");
		await chat.card("All else can wait.", "pending");
		await (await window.role("button", "Conversations")).click();
		await picture("conversations");
		await (await window.role("textbox", "Search in all conversations")).fill("river");
		await (await window.find('[aria-label="Messages found"] button', "river")).click();
		await chat.answered("A house by the river.");
		model.answers("It stands there since 1901.");
		await chat.ask("Since when?");
		await chat.answered("It stands there since 1901.");
		const sentTexts = model.requests.at(-1).body.messages.map(({ content }) => content.map(({ text }) => text).join());
		assert.deepEqual(sentTexts, ["What is the venue?", "A house by the river.", "Since when?"], "what was said goes along");
	},

	async "FS-ChatHistorySavedWithDiscovery: the default conversation is exported with its discovery and comes back"({ desk, picture }) {
		const file = join(desk.home, "site-meeting.json");
		desk.ask("export", chat.discovery, "-o", file);
		const [discovery] = [JSON.parse(readFileSync(file, "utf8"))].flat();
		const history = (discovery.discoveries?.[0] ?? discovery).chat_history;
		assert.deepEqual(history.map(({ role, content }) => [role, content]), [
			["user", "What is settled?"],
			["assistant", "The budget is settled [F-1]."],
		]);
		assert.deepEqual(history[1].tool_calls.map(({ tool, status }) => [tool, status]), [["add_item", "pending"]]);
		const known = desk.ask("discovery", "list").map(({ id }) => id);
		desk.ask("import", file, "--copy");
		const copy = desk.ask("discovery", "list").find(({ id }) => !known.includes(id));
		desk.ask("discovery", "update", copy.id, "--title", "The copy");
		await desk.restart();
		await chat.enter("The copy");
		await chat.open();
		await chat.answered("The budget is settled");
		await picture("imported");
	},

	async "scrolling back through a long conversation, the words that are read stay under the eye"({ desk, picture }) {
		const file = join(desk.home, "long.json");
		writeFileSync(file, JSON.stringify(longTalk(130)));
		desk.ask("import", file);
		const window = await chat.enter("A long talk");
		await chat.answered("Message 129.");
		await window.run("() => document.querySelector('[aria-label=\"Messages\"]').focus()");
		for (let press = 0; press < 5; press += 1) {
			await window.run(beginToScroll);
			await window.keys(Key.PageUp);
			await until("a page to be a page", async () => {
				const { moved, height } = await window.run(scrolled);
				if (moved > 0.8 * height) return true;
				throw new Error(`${moved} px of ${height}`);
			});
		}
		let last;
		// At the top of what was read there may be more to read.
		for (let step = 0; (last = await window.run(scrollBack, 260)).top > 0 || last.count < 130; step += 1) {
			assert.ok(step < 600, "the beginning is reached");
			assert.ok(Math.abs(last.jump) <= 1, `${last.words} jumped by ${last.jump} px at ${last.top} px, with ${last.count} messages read`);
		}
		await picture("first-of-a-long-talk");
		await until("the first message to be the first", async () => /^Message 0\./.test((await chat.shown())[0][1]));
	},

	async "FS-ChatHistoryClearedOnNewDiscovery: a new discovery begins with nothing said"({ desk, picture }) {
		desk.ask("discovery", "create", "--title", "Another one");
		const window = await chat.enter("Another one");
		await until("an empty chat", async () => (await chat.shown()).length === 0);
		await window.find('section[aria-label="Chat"]', "Ask about this discovery");
		await picture("empty");
		assert.ok(!(await (await chat.panel()).text()).includes("settled"));
		await window.keys(Key.Escape);
		model.content();
	},
};

/** Messages of very different heights, as a web Factly exports them. */
function longTalk(count) {
	const messageAt = (at) => {
		const body = at % 2 === 0 ? "What of it?" : Array.from({ length: 1 + ((at * 7) % 23) }, (_, line) => `- the wall of ${at + line} m`).join("\n");
		return { id: `m${at}`, role: at % 2 === 0 ? "user" : "assistant", content: `Message ${at}.\n\n${body}`, created_at: "2026-01-01T00:00:00Z" };
	};
	return { discovery_id: "d_long", title: "A long talk", chat_history: Array.from({ length: count }, (_, at) => messageAt(at)) };
}

/** From here it is measured how far what is in view moves. */
const beginToScroll = `() => {
	const list = document.querySelector('[aria-label="Messages"]');
	const top = (row) => row.getBoundingClientRect().top;
	window.scrolledRow = [...list.querySelectorAll('[role="listitem"]')].find((row) => top(row) >= list.getBoundingClientRect().top);
	window.scrolledFrom = top(window.scrolledRow);
}`;

/** By how much it has moved since. */
const scrolled = `async () => {
	const list = document.querySelector('[aria-label="Messages"]');
	for (let frames = 0; frames < 12; frames += 1) await new Promise((done) => requestAnimationFrame(done));
	const moved = window.scrolledRow?.isConnected ? window.scrolledRow.getBoundingClientRect().top - window.scrolledFrom : 0;
	return { moved, height: list.clientHeight };
}`;

/**
 * Scrolls back by so many pixels as a wheel does, in the page, and waits until nothing moves: by how much further than
 * that the message in the middle has moved.
 */
const scrollBack = `async (by) => {
	const list = document.querySelector('[aria-label="Messages"]');
	const frame = () => new Promise((done) => requestAnimationFrame(done));
	const words = (row) => row.textContent.match(/Message \\d+/)[0];
	const rows = () => [...list.querySelectorAll('[role="listitem"]')];
	const topOf = (name) => rows().find((row) => words(row) === name)?.getBoundingClientRect().top ?? NaN;
	const middle = list.getBoundingClientRect().top + list.clientHeight / 2;
	const name = words(rows().findLast((row) => row.getBoundingClientRect().top < middle));
	const before = topOf(name);
	const start = list.scrollTop;
	list.scrollTop -= by;
	let last = NaN;
	for (let still = 0; still < 12; ) {
		await frame();
		const now = [topOf(name), list.scrollHeight, list.querySelector("[aria-setsize]").ariaSetSize].join();
		still = now === last ? still + 1 : 0;
		last = now;
	}
	const moved = Math.min(by, start);
	const count = Number(list.querySelector("[aria-setsize]").ariaSetSize);
	return { words: name, jump: topOf(name) - before - moved, top: list.scrollTop, count };
}`;
