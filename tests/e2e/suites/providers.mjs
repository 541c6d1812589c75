// A provider chosen in the window, over the real wire: nothing leaves before it is allowed, and what left can be read.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { go } from "../harness/rail.mjs";
import { Key, comesTo, until } from "../harness/webdriver.mjs";
import { Model, says } from "../harness/model.mjs";

const KEY = "sk-canary-7f3a9c5e1b";
const TEXT = "The quay wall is 3 m high. The gate was painted in 1994.";
let server;

/** Of a text that says so it finds the wall; anything else is answered with a word. */
function found({ body }) {
	const isThere = body.messages.some(({ content }) => content.includes("quay wall is 3 m high"));
	return [says(isThere ? JSON.stringify({ ops: [note("The quay wall is 3 m high.")] }) : "OK")];
}

const note = (quote) => ({ op: "ADD", scope: { type: "project" }, key: "note", value: quote, evidence: { quote, startChar: 0, endChar: quote.length }, confidence: 0.9 });

const press = async (window, name, role = "button") => (await window.role(role, name)).click();
const discovery = (desk) => desk.ask("discovery", "list")[0].id;

export const tests = {
	async "a server on this machine is set up, tested and said in the header"({ desk, picture }) {
		server = await Model.start();
		server.always(found);
		const window = await desk.start();
		await press(window, "Provider: Offline");
		await window.find("[role=dialog]", "Nothing is sent anywhere");
		await press(window, "OpenAI-compatible server", "radio");
		await (await window.role("textbox", "Base URL")).fill(server.base);
		await window.find("[role=dialog]", "this system runs no keyring. A key entered now is kept for this run.");
		await press(window, "List models");
		await window.find("[role=dialog]", "The server lists 2 models.");
		const model = await window.find("[role=combobox]");
		await model.fill("script");
		await (await window.find("[role=option]", "scripted-1")).click();
		await press(window, "Test connection");
		await window.find("[role=dialog]", "It works: scripted-1 answered");
		await picture("tested");
		await press(window, "Save");
		await window.waitUntilGone("[role=dialog]");
		await window.role("button", `Provider: ${server.host}`);
		assert.equal(await window.run("() => document.querySelectorAll('style').length"), 0, "no style that the policy refuses");
	},

	async "a key is kept for this run where no keyring runs, and never shown again"({ desk, picture }) {
		const { window } = desk;
		await press(window, `Provider: ${server.host}`);
		const field = await window.find("[role=dialog] input[type=password]");
		await field.fill(KEY);
		await press(window, "Keep key");
		await window.find("[role=dialog]", "There is a key for this run only, because this system runs no keyring");
		await picture("key");
		assert.ok(!(await window.run("() => document.documentElement.outerHTML")).includes(KEY), "not in the page");
		await comesTo(() => window.run("() => document.querySelector('input[type=password]').value"), "", "nor in its field");
		await press(window, "Test connection");
		await window.find("[role=dialog]", "It works");
		assert.equal(server.requests.at(-1).headers.authorization, `Bearer ${KEY}`, "it goes to the server");
		await window.keys(Key.Escape);
		await window.waitUntilGone("[role=dialog]");
	},

	async "a text waits until it may be sent, and nothing of it leaves before"({ desk, picture }) {
		const { window } = desk;
		const before = server.requests.length;
		await press(window, "Add a text");
		await (await window.role("textbox", "Text")).paste(TEXT);
		await press(window, "Add text");
		const question = await window.find("[role=dialog]", `to ${server.host}?`);
		// It says to whom.
		await question.says(server.origin);
		await picture("consent");
		await press(window, "Do not send");
		await window.find("[role=region]", "Nothing was sent. The text is kept and waits");
		assert.equal(server.requests.length, before, "no request at all");
		assert.deepEqual(desk.ask("provider", "sent", discovery(desk)), [], "nor one on record");
		await press(window, "Read the rest");
		await window.find("[role=dialog]", `to ${server.host}?`);
		await press(window, "Allow sending");
		await window.find("[role=button][aria-label^='Fact F-1,']");
		assert.ok(server.requests.at(-1).text.includes("The quay wall is 3 m high."), "and now it was");
	},

	async "what was sent is there to the letter but for the key"({ desk, picture }) {
		const { window } = desk;
		await go(window, "audit");
		await press(window, "What was sent");
		const row = await window.find("[role=dialog] ol button", "Extraction");
		await row.says(/scripted-1 · [\d,]+ tokens in, [\d,]+ out/);
		await picture("sent");
		await row.click();
		await window.find("[role=dialog] code", "authorization: Bearer ***");
		await press(window, "Exactly as sent", "radio");
		const sent = server.requests.findLast(({ text }) => text.includes("quay wall"));
		await window.find("[role=dialog] code", sent.text.slice(0, 60));
		await picture("request");
		await window.keys(Key.Escape);
		await window.find("[role=dialog] ol button", "Extraction");
		await window.escape();
	},

	async "withdrawn, it is asked for again"({ desk }) {
		const { window } = desk;
		await press(window, `Provider: ${server.host}`);
		await press(window, "Withdraw consent");
		await window.find("[role=dialog]", "Extraction: asks before it goes to");
		await window.keys(Key.Escape);
		await window.waitUntilGone("[role=dialog]");
		const before = server.requests.length;
		await window.keys([Key.Control, Key.Shift, "v"]);
		await (await window.role("textbox", "Text")).paste("The lock is 12 m wide.");
		await press(window, "Add text");
		await window.find("[role=dialog]", `to ${server.host}?`);
		await window.keys(Key.Escape);
		await until("the answer", async () => (await window.all("[role=dialog]")).length === 0);
		assert.equal(server.requests.length, before, "nothing more was sent");
	},

	async "the key is in no file"({ desk }) {
		await desk.stop();
		const files = readdirSync(desk.home, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
		const holding = files.map((one) => join(one.parentPath, one.name)).filter((path) => readFileSync(path).includes(KEY));
		assert.deepEqual(holding, []);
		server.content();
		server.stop();
	},
};
