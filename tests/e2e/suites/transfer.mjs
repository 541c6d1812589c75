// Discoveries as files: one of the web Factly comes in by a drop, goes out, and comes in elsewhere to the same bytes.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { palette } from "../harness/palette.mjs";
import { go } from "../harness/rail.mjs";
import { until } from "../harness/webdriver.mjs";

const web = fileURLToPath(new URL("../texts/web.json", import.meta.url));
const title = "Harbour ferry";

export const tests = {
	async "a web Factly's file is looked into before anything is imported"({ desk, picture }) {
		const window = await desk.start();
		await window.role("heading", "Start with a text");
		await desk.drag("drop", web);
		const dialog = await window.find("[role=dialog]", title);
		await dialog.says("Should the ferry run at night");
		assert.deepEqual(desk.ask("discovery", "list"), [], "nothing is here yet");
		await picture("preview");
		await (await window.role("button", "Import")).click();
		// The toast that follows is one too.
		await window.waitUntilGone("[role=dialog]", "Import web.json");
		await until("the discovery", () => desk.ask("discovery", "list").length === 1);
	},

	async "its chain stands in the columns"({ desk, picture }) {
		const { window } = desk;
		await go(window, "pipeline");
		await window.find(':not([hidden]) > [data-label="O-1"]', "Plan of the trial");
		const links = desk.ask("entity", "list", title).map(({ label, links: { up } }) => [label, ...up].join(" "));
		assert.deepEqual(links, ["I-1", "I-2", "F-1 I-2", "N-1 F-1", "R-1 N-1", "O-1 R-1"]);
		await picture("imported");
	},

	async "what goes out keeps its names, and comes in elsewhere to the same bytes"({ desk }) {
		const [out, again] = ["out.json", "again.json"].map((name) => join(desk.home, name));
		desk.choose(out);
		await palette(desk.window, "Export for another Factly (JSON)");
		// While it is written it is no JSON yet.
		const exported = await until("the file", () => existsSync(out) && JSON.parse(readFileSync(out, "utf8")));
		const given = JSON.parse(readFileSync(web, "utf8"));
		assert.equal(exported.discovery_id, given.discovery_id);
		assert.equal(exported.date, given.date);
		assert.equal(exported.inputs[0].url, given.inputs[0].url, "an unknown field is written back");
		assert.equal(exported.insights[0].mood, given.insights[0].mood);
		assert.deepEqual(exported.insights[0].related_facts, ["fct_1"]);
		assert.deepEqual(exported.chat_history, []);
		elsewhere(desk, "import", out);
		elsewhere(desk, "export", title, "-o", again);
		assert.deepEqual(readFileSync(again), readFileSync(out), "the same bytes");
	},

	async "a file that is broken says where, and nothing is imported"({ desk, picture }) {
		const { window } = desk;
		const broken = join(desk.home, "broken.json");
		writeFileSync(broken, readFileSync(web, "utf8").replace('"goal": "', '"goal": 7, "goals": "').slice(0, 500));
		await desk.drag("drop", broken);
		await window.find("[role=dialog]", "The file ends in the middle of a value.");
		await window.find("[role=dialog]", "Line 11, column 83");
		assert.equal(await (await window.role("button", "Import")).attribute("disabled"), "true");
		await picture("broken");
		assert.equal(desk.ask("discovery", "list").length, 1);
	},
};

/** Another library, as on another machine. */
function elsewhere(desk, ...args) {
	execFileSync(desk.cli, ["--library", join(desk.home, "elsewhere.factly"), ...args], { stdio: "pipe" });
}
