// Evidence packs: made in the window, checked there and where there is no library; one changed byte is found and named.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { palette } from "../harness/palette.mjs";
import { until } from "../harness/webdriver.mjs";

export const tests = {
	async "a pack is made from the palette"({ desk, picture }) {
		const window = await desk.start();
		await (await window.role("button", "Open the sample")).click();
		await until("the facts", () => (desk.ask("discovery", "list")[0]?.fact_count ?? 0) > 250);
		const file = join(desk.home, "sample.zip");
		desk.choose(file);
		await palette(window, "Make an evidence pack");
		await until("the pack", () => existsSync(file));
		await window.find("[role=region]", "Evidence pack made");
		await picture("made");
		const report = checked(desk, file);
		assert.equal(report.problems_total, 0, "it stands without a library");
		assert.ok(report.quotes > 250);
	},

	async "it is checked in the window"({ desk, picture }) {
		const { window } = desk;
		desk.choose(join(desk.home, "sample.zip"));
		await palette(window, "Check an evidence pack");
		const dialog = await window.find("[role=dialog]", "is whole");
		await dialog.says(/As they were packed stand: .*\d+ quotes/);
		await picture("whole");
		await window.escape("is whole");
	},

	async "one changed byte is found and named"({ desk, picture }) {
		const { window } = desk;
		const changed = join(desk.home, "changed.zip");
		const bytes = readFileSync(join(desk.home, "sample.zip"));
		const offset = bytes.indexOf("bundles/00003-I-3.txt") + 400;
		bytes[offset] ^= 1;
		writeFileSync(changed, bytes);
		desk.choose(changed);
		await palette(window, "Check an evidence pack");
		await window.find("[role=dialog]", "bundles/00003-I-3.txt");
		await picture("changed");
		const run = spawnSync(desk.cli, ["verify", "--pack", changed], { encoding: "utf8" });
		assert.equal(run.status, 1);
		assert.match(run.stdout, /bundles\/00003-I-3\.txt/);
		await window.escape("bundles/00003-I-3.txt");
	},

	async "what is no pack says so"({ desk }) {
		const { window } = desk;
		const other = join(desk.home, "notes.zip");
		writeFileSync(other, "no zip at all");
		desk.choose(other);
		await palette(window, "Check an evidence pack");
		await window.find("[role=region]", "The pack could not be checked");
	},
};

/** As on another machine: no library is named, and none is made. */
function checked(desk, file) {
	return JSON.parse(execFileSync(desk.cli, ["--json", "verify", "--pack", file], { encoding: "utf8" }));
}
