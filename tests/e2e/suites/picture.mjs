// The window's last picture: there at the next start, of what it showed, and gone once anything was written.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../harness/webdriver.mjs";

const TEXT = "The northern wall is 600 cm high. <b>Not bold</b>, and the gate is 3 m wide.";

export const tests = {
	async "a first start has none"({ desk }) {
		const window = await desk.start();
		await window.role("heading", "Start with a text");
		assert.equal(await shown(window), false);
	},

	async "the next start shows what was shown, until the window itself is there"({ desk, picture }) {
		const { id } = desk.ask("discovery", "create", "--title", "Wall");
		const file = join(desk.home, "wall.txt");
		writeFileSync(file, TEXT);
		desk.ask("input", "add", id, file);
		await (await desk.window.role("button", "Wall")).click();
		await desk.window.find("[role=button][aria-label^='Fact F-1,']");
		// A machine that is slow enough shows the window itself first.
		const window = await until("a picture", async () => {
			await kept(desk.window);
			const again = await desk.restart();
			await again.find("[role=button][aria-label^='Fact F-1,']");
			return (await shown(again)) && again;
		}, 60_000);
		await until("nothing above head and body", () => window.run("() => document.documentElement.children.length === 2"));
		await picture("after");
	},

	async "what another process wrote meanwhile is no part of an old picture"({ desk }) {
		await kept(desk.window);
		await desk.stop();
		desk.ask("discovery", "create", "--title", "Gate");
		const window = await desk.start();
		await window.role("button", "Gate");
		assert.equal(await shown(window), false);
	},
};

function shown(window) {
	return marked(window, "last picture");
}

function kept(window) {
	return until("a picture to be kept", () => marked(window, "picture kept"));
}

function marked(window, name) {
	return window.run("(name) => performance.getEntriesByName(name).length > 0", name);
}
