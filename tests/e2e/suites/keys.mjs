// A key goes in and stays put: after refusals that repeat it, an export, a copy and a crash, at the most talkative log,
// it stands nowhere but in the requests to its server.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Chat, makeDiscovery } from "../harness/chat.mjs";
import { Model } from "../harness/model.mjs";
import { formsOf, inFiles, inPage, inProcesses, formsIn } from "../harness/search.mjs";
import { Key, until } from "../harness/webdriver.mjs";

/** Nothing in it looks like a key, so that no mask that knows one by its looks can help; and each form differs. */
const KEY = "cn4ry/7f3A+9c5e=1bQ~zW";
const DECOY = "d3coy/8g4B+0d6f=2cR~yX";
const model = await Model.start();
let chat;

export const env = () => ({ FACTLY_LOG: "trace" });

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
		const places = ["cmdline", "environ"].map((file) => `/proc/${teller.pid}/${file}: plain`);
		await until("both to be seen", () => places.every((place) => inProcesses(desk.processes(), DECOY).includes(place)));
		teller.kill();
		makeDiscovery(desk);
		desk.ask("provider", "set", "openai-compatible", "--base-url", model.base, "--model", model.name);
		const window = await desk.start();
		await window.run("(decoy) => { localStorage.setItem('x', decoy); sessionStorage.setItem('x', decoy); document.body.dataset.x = decoy; }", DECOY);
		const found = await inPage(window, DECOY);
		for (const place of ["localStorage", "sessionStorage", "document"]) assert.ok(found.includes(`${place}: plain`), place);
		await until("it to be seen where the webview stores it", () => inFiles(desk.home, DECOY).length > 0);
		await window.run("() => { localStorage.removeItem('x'); sessionStorage.removeItem('x'); delete document.body.dataset.x; }");
	},

	async "a key is entered, works, and is repeated in refusals"({ desk, picture }) {
		const { window } = desk;
		await listen(window);
		await (await window.role("button", `Provider: ${new URL(model.base).host}`)).click();
		await (await window.find("[role=dialog] input[type=password]")).fill(KEY);
		await (await window.role("button", "Keep key")).click();
		await window.find("[role=dialog]", "There is a key for this run only");
		model.refuses(401, `Incorrect API key provided: ${KEY}. You can find yours elsewhere.`);
		await (await window.role("button", "Test connection")).click();
		await window.find("[role=dialog]", "It does not work");
		await picture("refused");
		model.answers("OK");
		await (await window.role("button", "Test connection")).click();
		await window.find("[role=dialog]", "It works");
		assert.ok(model.requests.every(({ headers }) => headers.authorization === `Bearer ${KEY}`), "it goes to its server");
		await window.keys(Key.Escape);
		await window.gone("[role=dialog]");

		desk.ask("provider", "allow", "Site meeting");
		chat = new Chat(desk);
		await chat.enter();
		await chat.open();
		model.refuses(401, `The key ${KEY} is not accepted.`);
		await chat.ask("Who are you?");
		await chat.answered("The answer failed before anything came.");
		model.answers("I am here.");
		// What was said is read for facts.
		model.answers('{"ops": []}');
		await chat.ask("And now?");
		await chat.answered("I am here.");
		await model.asked(5);
		await picture("chat");
	},

	async "it is exported, copied and looked up, and stands in none of it"({ desk }) {
		desk.ask("backup", "make");
		const out = join(desk.home, "out.json");
		desk.ask("export", "Site meeting", "-o", out);
		assert.ok(existsSync(out));
		const sent = desk.ask("provider", "sent", "Site meeting");
		assert.equal(sent.length, 3, "both questions, and the second turn to be read");
		const looked = [sent, ...sent.map(({ id }) => desk.ask("provider", "sent", "Site meeting", id)), desk.ask("provider", "list"), desk.ask("history", "Site meeting")];
		assert.deepEqual(formsIn(Buffer.from(JSON.stringify(looked)), KEY), []);
		assert.match(JSON.stringify(looked), /Bearer \*\*\*/, "where it stood is told");
		const { window } = desk;
		assert.deepEqual(await inPage(window, KEY), [], "not in the page");
		const heard = await window.run("() => window.heard.join('\\n')");
		assert.match(heard, /It works|scripted-1/, "what came over the bridge was heard");
		assert.deepEqual(formsIn(Buffer.from(heard), KEY), [], "the host never says it");
		assert.ok(desk.processes().length >= 3, "the application and its webview");
		assert.deepEqual(inProcesses(desk.processes(), KEY), []);
		assert.ok(statSync(`${desk.library}-wal`).size > 0, "a write-ahead log is among the files");
		assert.match(desk.log(), / TRACE /, "the log is at its most talkative");
		assert.deepEqual(inFiles(desk.home, KEY), []);
	},

	async "nor after a crash, and the next run has none"({ desk }) {
		await desk.stop();
		assert.deepEqual(inFiles(desk.home, KEY), []);
		const window = await desk.start();
		await (await window.role("button", `Provider: ${new URL(model.base).host}`)).click();
		await window.find("[role=dialog]", "It is not known whether there is a key: this system runs no keyring.");
		assert.deepEqual(await inPage(window, KEY), []);
		model.content();
		model.stop();
	},
};

/** Notes what the host answers and tells, from now on. */
async function listen(window) {
	await window.run(`() => {
		window.heard = [];
		const { fetch: ask } = window;
		window.fetch = async (...request) => {
			const reply = await ask(...request);
			reply.clone().text().then((text) => window.heard.push(text));
			return reply;
		};
	}`);
}
