// The webview reaches nobody: every way that a page has is tried from inside the real window against a server that
// listens for it. The control is the same binary without its walls; it shows that the server would have noticed.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { Canary } from "../harness/canary.mjs";
import { leaks, spring } from "../harness/leaks.mjs";
import { listening } from "../harness/sockets.mjs";
import { until } from "../harness/webdriver.mjs";

const loud = Object.keys(leaks).filter((name) => !leaks[name].silent);
/** A wall is seen by what does not happen, so it takes a wait; the control's slowest leak takes a fifth of this. */
const LONG_ENOUGH = 1_500;

export const tests = {
	async "every leak is tried, and nobody is reached"({ desk }) {
		const window = await desk.start();
		const page = await window.get("/url");
		await nobodyIsReached(window);
		assert.equal(new URL(await window.get("/url")).origin, new URL(page).origin, "the page is still ours");
		assert.equal((await window.get("/window/handles")).length, 1, "no window was opened");
	},

	async "policy and refusals hold without the dead network"({ desk }) {
		// WebKit may connect ahead of a request that is then refused; nothing is said over such a connection.
		const canary = await springAll(await without(desk, "network"));
		assert.deepEqual([...canary.visits], [], `nothing is asked of the canary, but ${canary.describeConnections()}`);
	},

	async "the dead network holds without policy and refusals"({ desk }) {
		await nobodyIsReached(await without(desk, "policy,refusals"));
	},

	async "with no wall the same leaks are seen"({ desk }) {
		const window = await without(desk, "policy,refusals,network");
		const canary = await Canary.start();
		const unseen = [];
		for (const name of loud) {
			const before = canary.connections;
			const seen = () => canary.visits.has(name) || (leaks[name].connects && canary.connections > before);
			// A busy engine may drop a request; what shows that the canary sees this kind is that it saw one.
			let came = false;
			for (let tries = 0; tries < 3 && !came; tries += 1) {
				// A page that cannot be reached any more is seen by what does not come.
				await spring(window, name, canary.address).catch(() => {});
				came = await until(name, seen, 3_000).then(() => true, () => false);
			}
			if (!came) unseen.push(name);
		}
		canary.stop();
		assert.deepEqual(unseen, [], "the canary would have noticed each of these");
	},

	async "nothing listens on a port"({ desk }) {
		// Under a driver the webview listens for it, so this start has none.
		await without(desk, "");
		await desk.stop();
		await desk.launch();
		assert.deepEqual(desk.processes().flatMap(listening), [], "neither the application nor its webview has a door");
	},

	async "the window may call its own commands only"({ desk }) {
		await desk.restart();
		const refused = await desk.window.run(`async () => {
			const tried = ["plugin:dialog|open", "plugin:opener|open_url", "plugin:clipboard-manager|read_text",
				"plugin:window|close", "plugin:webview|create_webview", "plugin:event|emit", "plugin:app|version", "plugin:path|resolve_directory", "nothing_of_the_kind"];
			const answers = await Promise.allSettled(tried.map((command) => window.__TAURI_INTERNALS__.invoke(command, {})));
			return tried.filter((_, index) => !/not allowed|not found/.test(String(answers[index].reason)));
		}`);
		assert.deepEqual(refused, [], "each of these is refused by the permissions");
		assert.equal(await desk.window.run("() => typeof window.__TAURI__"), "undefined", "no global API lies about");
	},
};

async function nobodyIsReached(window) {
	const canary = await springAll(window);
	assert.equal(canary.connections, 0, `reached the canary: ${canary.describeConnections()}`);
}

async function springAll(window) {
	const canary = await Canary.start();
	for (const name of Object.keys(leaks)) await spring(window, name, canary.address);
	await pause(LONG_ENOUGH);
	canary.stop();
	return canary;
}

/** The application again, with these walls taken down: only a debug build can. */
function without(desk, walls) {
	desk.env.FACTLY_DEBUG_WITHOUT = walls;
	return desk.restart();
}
