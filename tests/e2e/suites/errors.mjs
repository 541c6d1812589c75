// A file that cannot be added is named, and nothing of it is added.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Key } from "../harness/webdriver.mjs";

export const tests = {
	async "a file that is not text, one that is not there, and two that are, whatever their encoding"({ desk, picture }) {
		const window = await desk.start();
		const file = (name, content) => {
			const path = join(desk.home, name);
			writeFileSync(path, content);
			return path;
		};
		desk.choose(
			file("photo.txt", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 0xff, 0xfe, 0])),
			file("latin1.txt", Buffer.from("Das Budget betr\xe4gt 5 EUR.", "latin1")),
			file("good.txt", "The pump was replaced on 4 May 2025."),
			join(desk.home, "missing.txt"),
		);
		await (await window.role("button", "Open a file")).click();
		for (const name of ["photo.txt", "missing.txt"]) await window.find("[role=region]", name);
		await picture("refused");
		// The first that came is open, and its encoding was told by its bytes.
		await window.find("main", "Das Budget beträgt 5 EUR.");
		assert.deepEqual(desk.ask("input", "list", "latin1").map(({ title }) => title), ["latin1", "good"]);
	},

	async "an empty text is not added"({ desk }) {
		const { window } = desk;
		await window.keys([Key.Control, Key.Shift, "v"]);
		const add = await window.role("button", "Add text");
		assert.notEqual(await add.attribute("disabled"), null, "there is nothing to add");
		await window.escape();
	},
};
