// A key goes in and stays put: in both ways that keys travel, after refusals that repeat it in every form, a panic with
// the request in hand, an export, a copy and a crash, at the most talkative log, it stands nowhere but in the requests to
// its server. A file that is imported sets neither a key nor an address.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Chat, makeDiscovery } from "../harness/chat.mjs";
import { Model } from "../harness/model.mjs";
import { formsOf, inFiles, inPage, inProcesses, formsIn } from "../harness/search.mjs";
import { comesTo, until } from "../harness/webdriver.mjs";

const model = await Model.start();
/** The server that would be asked if a file could say so. */
const stranger = await Model.start();

/** No key looks like a key, so that no mask that knows one by its looks can help; and each form differs. */
const FORMATS = [
	{
		name: "Bearer",
		kind: "openai-compatible",
		base: model.base,
		model: model.name,
		key: "cn4ry/7f3A+9c5e=1bQ~zW",
		carries: ({ authorization, "x-api-key": other }, key) => authorization === `Bearer ${key}` && !other,
		maskedKey: /Bearer \*\*\*/,
	},
	{
		name: "x-api-key",
		kind: "anthropic",
		base: model.origin,
		model: "claude-scripted",
		key: "k3yTw/5b6D+1a2c=8dR~yV",
		carries: ({ authorization, "x-api-key": own }, key) => own === key && !authorization,
		maskedKey: /x-api-key: \*\*\*/,
	},
];
const KEYS = FORMATS.map(({ key }) => key);
const DECOY = "d3coy/8g4B+0d6f=2cR~yX";
const PANICKED = "a test asked for it";
let chat;

export const env = (home) => ({ FACTLY_LOG: "trace", FACTLY_DEBUG_PANIC: join(home, "panic") });

export const tests = {
	async "the search finds a secret in each form and each place"({ desk }) {
		const folder = join(desk.home, "decoys");
		mkdirSync(folder);
		for (const [name, form] of Object.entries(formsOf(DECOY))) {
			writeFileSync(join(folder, "one"), Buffer.concat([Buffer.from([0, 255, 10]), form, Buffer.from("after")]));
			assert.ok(formsIn(readFileSync(join(folder, "one")), DECOY).includes(name), `${name} is seen`);
			assert.notDeepEqual(inFiles(desk.home, DECOY), [], `${name} is seen in a file`);
			if (name !== "plain") assert.notEqual(form.toString(), DECOY, `${name} is another form`);
		}
		for (const before of ["", "a", "ab"]) {
			assert.notDeepEqual(formsIn(Buffer.from(Buffer.from(`${before}${DECOY}:end`).toString("base64")), DECOY), [], "base64 of more than it");
		}
		rmSync(folder, { recursive: true });
		const teller = spawn("sleep", ["60"], { argv0: DECOY, env: { ...desk.env, DECOY } });
		const locations = ["cmdline", "environ"].map((file) => `/proc/${teller.pid}/${file}: plain`);
		await until("both to be seen", () => locations.every((location) => inProcesses(desk.processes(), DECOY).includes(location)));
		teller.kill();
		makeDiscovery(desk);
		desk.ask("provider", "set", "openai-compatible", "--base-url", model.base, "--model", model.name);
		const window = await desk.start();
		await window.run("(decoy) => { localStorage.setItem('x', decoy); sessionStorage.setItem('x', decoy); document.body.dataset.x = decoy; }", DECOY);
		const found = await inPage(window, DECOY);
		for (const location of ["localStorage", "sessionStorage", "document"]) assert.ok(found.includes(`${location}: plain`), location);
		await until("it to be seen where the webview stores it", () => inFiles(desk.home, DECOY).length > 0);
		await window.run("() => { localStorage.removeItem('x'); sessionStorage.removeItem('x'); delete document.body.dataset.x; }");
	},

	...Object.assign({}, ...FORMATS.map(travels)),

	async "an imported file sets neither a key nor an address"({ desk, picture }) {
		const { kind, key, carries } = FORMATS.at(-1);
		const { window } = desk;
		const before = await settings(desk);
		const file = join(desk.home, "planted.json");
		const { beside, within } = planted(readFileSync(join(desk.home, `${kind}.json`), "utf8"));
		writeFileSync(file, beside);
		await desk.drag("drop", file);
		await window.find("[role=dialog]", "Planted");
		await (await window.role("button", "Import")).click();
		await window.waitUntilGone("[role=dialog]", "Import planted.json");
		await until("the discovery", () => desk.ask("discovery", "list").some(({ title }) => title === "Planted"));
		await picture("imported");
		assert.deepEqual(await settings(desk), before, "the provider is as it was");
		const other = new Chat(desk, "Planted");
		desk.ask("provider", "allow", "Planted");
		await other.enter();
		await window.find('section[aria-label="Chat"]', `${FORMATS.at(-1).model} at ${model.host}`);
		model.answers("I am who I was.");
		model.answers('{"ops": []}');
		const count = model.requests.length;
		await other.ask("Who are you now?");
		await other.answered("I am who I was.");
		await model.waitForRequest(count + 2);
		assert.ok(model.requests.slice(count).every(({ headers }) => carries(headers, key)), "its server is asked with its key");
		assert.deepEqual([stranger.requests, stranger.objections], [[], []], "nobody else is asked");
		assert.deepEqual(await leftIn(desk), []);
		writeFileSync(file, within);
		desk.ask("import", file, "--copy");
		assert.deepEqual(await settings(desk), before, "what stands among our own fields is kept, and sets nothing");
	},

	async "nor after a crash, and the next run has none"({ desk }) {
		await desk.stop();
		for (const key of KEYS) assert.deepEqual(inFiles(desk.home, key), []);
		const window = await desk.start();
		await (await window.role("button", `Provider: ${model.host}`)).click();
		await window.find("[role=dialog]", "It is not known whether there is a key: this system runs no keyring.");
		for (const key of KEYS) assert.deepEqual(await inPage(window, key), []);
		// The settings ask for a list of models, which this model has for one format alone.
		assert.deepEqual(model.objections.filter((what) => !what.startsWith("there is no GET /v1/models")), []);
		model.stop();
		stranger.stop();
	},
};

/** Returns the steps of a key in one format, in their order. */
function travels({ name, kind, base, model: named, key, carries, maskedKey }) {
	const repeated = asServersWrite(key).join(" ");
	let sent = 0;
	return {
		async [`${name}: a key is entered, works, and is repeated in refusals`]({ desk, picture }) {
			desk.ask("provider", "set", kind, "--base-url", base, "--model", named);
			const window = await desk.restart();
			await listen(window);
			const before = model.requests.length;
			await (await window.role("button", `Provider: ${model.host}`)).click();
			await (await window.find("[role=dialog] input[type=password]")).fill(key);
			await (await window.role("button", "Keep key")).click();
			await window.find("[role=dialog]", "There is a key for this run only");
			model.refuses(401, `Incorrect API key provided: ${key}. You can find yours elsewhere.`);
			await (await window.role("button", "Test connection")).click();
			await window.find("[role=dialog]", "It does not work");
			await picture(`${kind}-refused`);
			model.answers("OK");
			await (await window.role("button", "Test connection")).click();
			await window.find("[role=dialog]", "It works");
			await window.escape("It works");

			desk.ask("provider", "allow", "Site meeting");
			chat = new Chat(desk);
			await chat.enter();
			await chat.open();
			model.refuses(401, `The key ${key} is not accepted, nor is ${repeated}.`);
			await chat.ask(`Who are you, ${name}?`);
			await chat.answered("The answer failed before anything came.");
			model.answers(`I am here for ${name}.`);
			// The message is read for facts.
			model.answers('{"ops": []}');
			await chat.ask("And now?");
			await chat.answered(`I am here for ${name}.`);
			await model.waitForRequest(before + 5);
			assert.ok(model.requests.slice(before).every(({ headers }) => carries(headers, key)), "it goes to its server");
			await picture(`${kind}-chat`);
		},

		async [`${name}: a panic with the request in hand says nothing of it`]({ desk, picture }) {
			const panics = () => desk.log().split(PANICKED).length - 1;
			const before = panics();
			const requestsBefore = model.requests.length;
			writeFileSync(desk.env.FACTLY_DEBUG_PANIC, "");
			await chat.ask("Will it break?");
			await desk.window.find('section[aria-label="Chat"]', "because of a fault in Factly");
			await picture(`${kind}-panic`);
			await comesTo(panics, before + 1, "all that it could say is in the log");
			await until("it to be on the terminal too", () => readFileSync(desk.output, "utf8").includes(PANICKED));
			assert.equal(model.requests.length, requestsBefore, "it was not sent");
			assert.deepEqual(await leftIn(desk), []);
			// The window and the engine go on.
			model.answers(`Here again for ${name}.`);
			model.answers('{"ops": []}');
			await chat.ask("Are you there?");
			await chat.answered(`Here again for ${name}.`);
			await model.waitForRequest(requestsBefore + 2);
		},

		async [`${name}: it is exported, copied and looked up, and stands in none of it`]({ desk }) {
			desk.ask("backup", "make");
			const out = join(desk.home, `${kind}.json`);
			desk.ask("export", "Site meeting", "-o", out);
			assert.ok(existsSync(out));
			const all = desk.ask("provider", "sent", "Site meeting");
			const own = all.slice(0, all.length - sent);
			sent = all.length;
			assert.ok(own.length >= 5, "two questions, one that broke, one after it, and what was read");
			const looked = [all, ...all.map(({ id }) => desk.ask("provider", "sent", "Site meeting", id)), desk.ask("provider", "list"), desk.ask("history", "Site meeting")];
			assert.match(JSON.stringify(looked), maskedKey, "where it stood is told");
			for (const one of KEYS) assert.deepEqual(formsIn(Buffer.from(JSON.stringify(looked)), one), []);
			const { messages } = await desk.window.run("() => window.heard");
			const error = messages.find((text) => text.includes('"type":"error"'));
			assert.match(error, /The key \*\*\* is not accepted/, "the channel's error was heard, with the key left out");
			assert.ok(desk.processes().length >= 3, "the application and its webview");
			assert.ok(statSync(`${desk.library}-wal`).size > 0, "a write-ahead log is among the files");
			assert.match(desk.log(), / TRACE /, "the log is at its most talkative");
			assert.deepEqual(await leftIn(desk), []);
		},
	};
}

/** Returns the ways in which a server that repeats a key in its refusal may write it. */
function asServersWrite(key) {
	const hex = Buffer.from(key).toString("hex");
	const pairs = ["", ":", "a:", "me:"].flatMap((before) => ["base64", "base64url"].map((form) => Buffer.from(before + key).toString(form)));
	return [key, encodeURIComponent(key), key.replaceAll("/", "\\/"), hex, hex.toUpperCase(), ...pairs];
}

/** Returns the places where any key was left: the page and what it stores, what the host said, the processes, and all
 * files. */
async function leftIn(desk) {
	const { replies, messages } = await desk.window.run("() => window.heard");
	assert.match(replies.join("\n"), /It works|scripted/, "what the host answers was heard");
	const received = Buffer.from([...replies, ...messages].join("\n"));
	const findings = KEYS.map(async (key) => [
		...(await inPage(desk.window, key)),
		...formsIn(received, key).map((form) => `the bridge: ${form}`),
		...inProcesses(desk.processes(), key),
		...inFiles(desk.home, key),
	]);
	return (await Promise.all(findings)).flat();
}

/**
 * Notes what the host says from now on: `replies` as they come over the wire, and `messages`, whatever any callback is
 * given. What a channel tells comes by a callback alone, since it is short.
 */
async function listen(window) {
	await window.run(`() => {
		window.heard = { replies: [], messages: [] };
		const { fetch: ask } = window;
		window.fetch = async (...request) => {
			const reply = await ask(...request);
			reply.clone().text().then((text) => window.heard.replies.push(text));
			return reply;
		};
		const { callbacks } = window.__TAURI_INTERNALS__;
		callbacks.get = (id) => {
			const callback = Map.prototype.get.call(callbacks, id);
			if (!callback) return undefined;
			return (data) => {
				window.heard.messages.push(JSON.stringify(data) ?? "");
				return callback(data);
			};
		};
	}`);
}

/** The providers as they are kept and as the window is told of them. */
async function settings(desk) {
	return [desk.ask("provider", "list"), await desk.window.run("() => window.__TAURI_INTERNALS__.invoke('provider_settings')")];
}

/** A file of ours, as another discovery, with an address and a key where one might be looked for: beside our fields, and within. */
function planted(exported) {
	const ids = new Map();
	const fresh = (id) => ids.get(id) ?? ids.set(id, randomUUID()).get(id);
	const file = JSON.parse(exported.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, fresh));
	const choice = { kind: "openai-compatible", base_url: stranger.base, baseUrl: stranger.base, model: stranger.name, api_key: DECOY, apiKey: DECOY, key: DECOY };
	const settings = { all: choice, chat: choice, extraction: choice, derivation: choice };
	const plant = {
		...choice,
		provider: "openai-compatible",
		providers: settings,
		provider_settings: settings,
		providerSettings: settings,
		settings: { providers: settings, provider: choice, ...choice },
		preferences: { providers: settings, ...choice },
		keys: { [stranger.origin]: DECOY, [model.origin]: DECOY },
		secrets: { [model.origin]: DECOY },
		headers: { authorization: `Bearer ${DECOY}`, "x-api-key": DECOY },
	};
	const plantIn = (value) => {
		if (Array.isArray(value)) return value.map(plantIn);
		if (value === null || typeof value !== "object") return value;
		const inner = Object.entries(value).map(([name, one]) => [name, plantIn(one)]);
		return { ...plant, ...Object.fromEntries(inner) };
	};
	const { factly, ...rest } = file;
	const all = { ...plantIn(rest), title: "Planted" };
	const { keys, kind, ...unknown } = plant; // We have keys of our own there, of fields, and a kind of discovery.
	return { beside: JSON.stringify(all), within: JSON.stringify({ ...all, factly: { format: factly.format, ...unknown } }) };
}
