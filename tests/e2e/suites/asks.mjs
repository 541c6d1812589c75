// The window's requests to the host after a write, and the number of times a word of an answer comes to it.

import assert from "node:assert/strict";
import { Chat, makeDiscovery, setProvider } from "../harness/chat.mjs";
import { Model, says } from "../harness/model.mjs";
import { go } from "../harness/rail.mjs";
import { Key, until } from "../harness/webdriver.mjs";

const ANSWER = Array.from({ length: 80 }, (_, n) => `zebra${n}x`);
/** For so long nothing is asked any more. */
const QUIET = 700;

const model = await Model.start();

/** From now on notes which commands the page calls, and all that the host says to it, in replies and over channels. */
const LISTEN = `() => {
	window.heard = { commands: [], messages: [], at: performance.now() };
	const { fetch: ask } = window;
	window.fetch = async (...request) => {
		const [, command] = /^ipc:\\/\\/localhost\\/([^?]*)/.exec(String(request[0])) ?? [];
		const reply = await ask(...request);
		if (command) {
			window.heard.commands.push(decodeURIComponent(command));
			window.heard.at = performance.now();
			window.heard.messages.push(await reply.clone().text());
		}
		return reply;
	};
	const { callbacks } = window.__TAURI_INTERNALS__;
	callbacks.get = (id) => {
		const callback = Map.prototype.get.call(callbacks, id);
		return callback && ((data) => {
			if (data?.index !== undefined) window.heard.messages.push(JSON.stringify(data));
			return callback(data);
		});
	};
}`;

/** The commands that were called since, in the order of their names, once the page asks no more. */
async function commandsCalled(window) {
	await window.run("() => (window.heard.at = performance.now())");
	await until("the page to ask no more", () => window.run(`(quiet) => performance.now() - window.heard.at > quiet`, QUIET));
	const all = await window.run(`() => window.heard.commands.splice(0)`);
	return [...new Set(all)].filter((name) => !name.startsWith("plugin:")).sort();
}

export const tests = {
	async "undo of a decision asks for what the decision asked for"({ desk }) {
		makeDiscovery(desk);
		setProvider(desk, model);
		desk.ask("provider", "allow", "Site meeting", "--task", "chat");
		const window = await desk.start();
		await new Chat(desk).enter();
		await go(window, "source");
		await (await window.find("[role=button][aria-label^='Fact F-2,']")).click();
		await window.run(LISTEN);
		await commandsCalled(window);
		await window.keys("r");
		const decided = await commandsCalled(window);
		assert.ok(decided.includes("fact_reject") && decided.includes("source_blocks"), `${decided}`);
		await window.keys([Key.Control, "z"]);
		const undone = await commandsCalled(window);
		const others = (all) => all.filter((name) => !["fact_reject", "undo"].includes(name));
		assert.ok(undone.includes("undo"), `${undone}`);
		assert.deepEqual(others(undone), others(decided));
		assert.deepEqual(undone.filter((name) => /^(library_state|bundle_|run_|preferences|provider_)/.test(name)), []);
	},

	async "a new name of the discovery, and its undo, ask for nothing of its texts and facts"({ desk }) {
		const { window } = desk;
		await window.keys(Key.Escape);
		await commandsCalled(window);
		await (await window.find("h1 button")).click();
		await window.find("h1 input:focus");
		await window.type("Meeting on the site");
		await window.keys(Key.Enter);
		const renamed = await commandsCalled(window);
		assert.ok(renamed.includes("discovery_update"), `${renamed}`);
		await window.keys([Key.Control, "z"]);
		const undone = await commandsCalled(window);
		assert.ok(undone.includes("undo"), `${undone}`);
		for (const all of [renamed, undone])
			assert.deepEqual(all.filter((name) => /^(source_|fact|knowledge_|bundle_|pipeline_)/.test(name)), []);
	},

	async "a word of an answer comes to the window once"({ desk }) {
		const chat = new Chat(desk);
		const { window } = desk;
		await chat.open();
		await commandsCalled(window);
		await window.run("() => window.heard.messages.splice(0).length");
		model.always(() => [{ ...says(ANSWER.join(" ")), every: 5 }]);
		await chat.ask("Say something about animals");
		await chat.answered(ANSWER.at(-1));
		await chat.isWhole();
		const names = await commandsCalled(window);
		assert.ok(names.includes("chat_messages"), `what else is to be said of it is asked for: ${names}`);
		const messages = await window.run("() => window.heard.messages.join(' ')");
		const times = ANSWER.map((word) => messages.split(word).length - 1);
		assert.deepEqual(times, ANSWER.map(() => 1), "each word once");
		const [, words] = (await chat.shown()).at(-1);
		assert.ok(words.includes(ANSWER.join(" ")), words);
	},
};
