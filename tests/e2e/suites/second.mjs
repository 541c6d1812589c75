// A second start shows the first window, hands its files over and ends; files that a start names are added.

import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../harness/webdriver.mjs";

export const tests = {
	async "a second start ends and leaves the first alone"({ desk }) {
		const window = await desk.start();
		await window.role("heading", "Start with a text");
		await startAgain(desk);
		assert.equal(await window.run("() => document.visibilityState"), "visible");
		await until("one log of a start", () => desk.log().split("the library is open").length === 2);
	},

	async "a second start hands its files to the first window"({ desk }) {
		const { window } = desk;
		await startAgain(desk, file(desk, "minutes.txt", "The pump was replaced on 4 May 2025."));
		await window.find("[role=region]", "I-1 added");
		await window.find("[role=button][aria-label^='Fact F-1,']");
		await startAgain(desk, "--", file(desk, "memo.md", "The valve failed in March 2025."), join(desk.home, "missing.md"));
		await window.find("[role=region]", "I-2 added");
		await window.find("[role=region]", "missing.md");
		assert.match(await (await window.role("button", /^minutes/)).text(), /minutes/, "both are in the open discovery");
	},

	async "the files that a first start names are added too"({ desk, picture }) {
		await desk.stop();
		await desk.launch([file(desk, "letter.txt", "The dyke was built in 1912.")]);
		await until("the files to be taken", () => desk.log().split("a start named files").length === 4);
		// Without a driver the page cannot be asked; what it did is in the library.
		await until("the Input", () => desk.ask("discovery", "list")[0].input_count === 3);
		await picture("named");
	},
};

async function startAgain(desk, ...files) {
	const second = await desk.launch(files);
	if (second.exitCode === null) await once(second, "exit");
	assert.equal(second.exitCode, 0, "it handed over");
}

function file(desk, name, text) {
	const path = join(desk.home, name);
	writeFileSync(path, text);
	return path;
}
