// Files dropped on the window: it says where they would go, adds them, and names those that it cannot read.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../harness/webdriver.mjs";

export const tests = {
	async "files that hover are told where they would go, and none is added"({ desk, picture }) {
		const window = await desk.start();
		await window.role("heading", "Start with a text");
		await desk.drag("enter", file(desk, "minutes.txt", "The pump was replaced on 4 May 2025."));
		await window.find("[role=status]", "Drop to start a discovery with it");
		await picture("hover");
		await desk.drag("leave");
		await window.waitUntilGone("[role=status]", "Drop to start");
		assert.equal(desk.ask("discovery", "list").length, 0, "what only hovered is nowhere");
	},

	async "a dropped file is added, to a discovery of its own where none is open"({ desk }) {
		const { window } = desk;
		await desk.drag("drop", join(desk.home, "minutes.txt"));
		await window.find("[role=region]", "I-1 added");
		const mark = await window.find("[role=button][aria-label^='Fact F-1,']");
		assert.equal(await mark.text(), "The pump was replaced on 4 May 2025.");
		await window.waitUntilGone("[role=status]", "Drop");
	},

	async "of several, each that cannot be read is named, and the others are added to what is open"({ desk, picture }) {
		const { window } = desk;
		await desk.drag(
			"drop",
			file(desk, "photo.md", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe, 0])),
			file(desk, "ünïcode name.md", "The valve failed in March 2025."),
			join(desk.home, "missing.md"),
		);
		for (const name of ["photo.md", "missing.md", "I-2 added"]) await window.find("[role=region]", name);
		await picture("refused");
		const [discovery, ...others] = await until("the Inputs", () => desk.ask("discovery", "list"));
		assert.equal(others.length, 0, "no second discovery was made");
		assert.equal(discovery.input_count, 2, "nothing is half added");
	},
};

function file(desk, name, content) {
	const path = join(desk.home, name);
	writeFileSync(path, content);
	return path;
}
