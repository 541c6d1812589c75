// Looking back: the ledger as it stood after a step, what changed since, back to now; coverage; saved views.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { readFileSync } from "node:fs";
import { palette } from "../harness/palette.mjs";
import { clickTo, go } from "../harness/rail.mjs";
import { Key, until } from "../harness/webdriver.mjs";

const text = (name) => fileURLToPath(new URL(`../texts/${name}`, import.meta.url));
const title = "Site meeting";

export const tests = {
	async "a ledger with something behind it"({ desk }) {
		const window = await desk.start();
		await (await window.role("button", "Add a text")).click();
		await (await window.role("textbox", "Title")).fill(title);
		await (await window.role("textbox", "Text")).paste(readFileSync(text("site-meeting.txt"), "utf8"));
		await (await window.role("button", "Add text")).click();
		await until("the facts", () => facts(desk).length > 3);
		await window.waitUntilGone("[role=dialog]", "Add a text");
		await window.find("[role=button][aria-label^='Fact F-4,']");
		desk.ask("fact", "accept", "F-1");
		desk.ask("fact", "reject", "F-4");
		await until("both decisions", () => facts(desk).some(({ label, status }) => label === "F-4" && status === "rejected"));
	},

	async "the ledger is looked at as it stood after a step"({ desk, picture }) {
		const { window } = desk;
		await window.keys([Key.Control, Key.Shift, "h"]);
		await window.find("[role=dialog]", "Reject F-4");
		await picture("history");
		await (await window.find('button[aria-label^="Look at what stood after"][aria-label*="Accept F-1"]')).click();
		await window.find("[aria-label='Looking back']", "1 step since");
		await window.find("main", "now: Rejected");
		await picture("ledger");
		await (await window.find("main button", "F-4")).says(/New|Accepted/);
		assert.equal(facts(desk).find(({ label }) => label === "F-4").status, "rejected", "and looking changed nothing");
	},

	async "only what changed since"({ desk }) {
		const { window } = desk;
		await (await window.find("main label", "Only what changed since")).click();
		await until("one row", async () => (await window.all("main button[data-changed]")).length === 1);
	},

	async "the blocks as they stood"({ desk, picture }) {
		const { window } = desk;
		await (await window.role("tab", "The blocks as they stood")).click();
		await window.find("[role=region][aria-label='The blocks as they stood'], main", "Budget");
		await picture("blocks");
	},

	async "every view says that the past is looked at, and Back to now ends it"({ desk }) {
		const { window } = desk;
		await clickTo(window, "source");
		await window.find("[aria-label='Looking back']", "This view shows what is now.");
		await (await window.role("button", "Back to now")).click();
		await window.waitUntilGone("[aria-label='Looking back']");
	},

	async "the command line sees the same past"({ desk }) {
		const steps = desk.ask("history", title).steps;
		const accepted = steps.find(({ name }) => name === "Accept F-1").seq;
		const then = desk.ask("facts", title, "--as-of", String(accepted), "--changed");
		assert.deepEqual(then.facts.map(({ label, now }) => [label, now]), [["F-4", "rejected"]]);
		assert.equal(then.as_of.steps_since, 1);
		assert.equal(desk.ask("facts", title, "--as-of", "2001-01-01").facts.length, 0, "before the first step there was nothing");
	},

	async "coverage tells what gave nothing, and leads to the words"({ desk, picture }) {
		const { window } = desk;
		await palette(window, "what was read", "Show what was read");
		await window.find("main", "1 of 1 part read");
		await picture("coverage");
		await (await window.find("main button", "Gave facts")).click();
		const words = await window.find('[data-class="facts"] button[title="Show in the Input"]');
		const shownText = (await words.text()).trim();
		await words.click();
		await until("the words to be selected in the source", async () =>
			(await window.run("() => document.getSelection().toString()")).trim().startsWith(shownText.slice(0, 20)),
		);
		await picture("place");
	},

	async "a filter is kept under a name, and deleting it can be undone"({ desk, picture }) {
		const { window } = desk;
		await clickTo(window, "facts");
		await (await window.role("button", "Rejected")).click();
		await (await window.role("button", "Save this view")).click();
		await (await window.role("textbox", "Name")).fill("Thrown out");
		await (await (await window.find("[role=dialog]", "Save this view")).button("Save")).click();
		await window.find('button[aria-pressed="true"]', "Thrown out");
		await (await window.role("button", "All")).click();
		await (await window.role("button", "Thrown out")).click();
		await until("the rejected fact alone", async () => (await window.all("[role=row][data-row]")).length === 1);
		await picture("view");
		await (await window.role("button", "More about the view “Thrown out”")).click();
		await (await window.find("[role=menuitem]", "Delete")).click();
		await window.waitUntilGone("fieldset button", "Thrown out");
		await window.keys([Key.Control, "z"]);
		await window.find("fieldset button", "Thrown out");
	},

	async "a bundle's hash is computed anew, its prompt and what became of each op are shown"({ desk, picture }) {
		const { window } = desk;
		await go(window, "audit");
		await (await window.find('section[aria-label="Bundles"] button', "I-1 Site meeting")).click();
		await window.find("main", "The hash was computed anew and is right");
		await (await window.role("tab", "Run")).click();
		await (await window.find("summary", "Prompt")).click();
		await window.find("details pre", "USER_ANSWERS");
		await picture("run");
	},
};

function facts(desk) {
	return desk.ask("facts", desk.ask("discovery", "list")[0].id);
}
