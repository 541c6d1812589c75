// Items: made, edited, merged, split, put aside and taken back; a page whose fields lead to their words; a value set by
// hand and back; an ambiguous fact given its item; the table, in order and as CSV; and all of it as it stood.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { enter } from "../harness/chat.mjs";
import { palette } from "../harness/palette.mjs";
import { go, isAt } from "../harness/rail.mjs";
import { Key, comesTo, until } from "../harness/webdriver.mjs";

const TITLE = "Autumn stage";
const LONG = "Bühnenhintergrundvorhangaufhängungsschienenbefestigung";
const BOTH = "The backdrop and the side wall are 7 m wide.";

export const tests = {
	async "a first item is made, undone and done again"({ desk, picture }) {
		desk.ask("discovery", "create", "--title", TITLE);
		const window = await desk.start();
		await enter(window, TITLE);
		await showItems(window);
		await window.find("main h2", "No items yet");
		await picture("none");
		await (await window.role("button", "Add an item")).click();
		await (await window.role("textbox", "Name")).fill("Backdrop");
		await (await window.role("textbox", "Also called")).fill("cyc, cyclorama");
		await picture("add");
		await press(window, "Add");
		await window.find("[role=rowheader]", "Backdrop");
		// In a field of the dialog the key would undo what was typed there.
		await window.waitUntilGone("[role=dialog] input");
		await window.keys([Key.Control, "z"]);
		await window.find("main h2", "No items yet");
		await window.keys([Key.Control, Key.Shift, "z"]);
		await window.find("[role=rowheader]", "Backdrop");
		assert.deepEqual(items(desk)[0].aliases, ["cyc", "cyclorama"]);
	},

	async "a name that another has is refused in its dialog"({ desk, picture }) {
		const { window } = desk;
		await (await window.role("button", "Add an item")).click();
		await (await window.role("textbox", "Name")).fill("backdrop");
		await press(window, "Add");
		await window.find("[role=dialog]", "“Backdrop” is i1 already.");
		await picture("refused");
		await (await window.role("textbox", "Name")).fill("Side wall");
		await press(window, "Add");
		await until("the second", () => items(desk).length === 2);
		await window.waitUntilGone("[role=dialog]");
	},

	async "an @ in a text offers the items, and what is said of them fills their fields"({ desk, picture }) {
		const { window } = desk;
		await window.keys([Key.Control, Key.Shift, "v"]);
		const box = await window.role("textbox", "Text");
		await box.focus();
		await window.type("The @cyc");
		await window.find("[role=dialog] [role=option][aria-selected=true]", "Backdrop");
		await picture("picker");
		await window.keys(Key.Escape);
		await window.waitUntilGone("[role=dialog] [role=option]");
		await window.find("[role=dialog] textarea");
		await window.keys(Key.Backspace, Key.Backspace, Key.Backspace, Key.Backspace, "@", "b");
		await window.find("[role=dialog] [role=option][aria-selected=true]", "Backdrop");
		await window.keys(Key.Enter);
		await window.type("is 600 cm wide. The backdrop is 3 m high. The side wall is 4 m wide.");
		const written = () => window.run("() => document.querySelector('[role=dialog] textarea').value");
		await comesTo(async () => (await written()).slice(0, 38), "The @item(i1:Backdrop) is 600 cm wide.");
		await window.keys([Key.Control, Key.Enter]);
		await until("the fields", () => Object.keys(shown(desk, "i1").fields).length === 2);
		assert.equal(shown(desk, "i1").fields["item.dimensions.width"], "600 cm");
		await comesTo(() => shown(desk, "i2").fields["item.dimensions.width"], "4 m");
	},

	async "the page has every field with who says so, and its why opens the quote in the source"({ desk, picture }) {
		const { window } = desk;
		await openItem(window, "Backdrop");
		await (await field(window, "Width")).says(/600 cm.*F-\d.*from a text/);
		await (await field(window, "Height")).says(/3 m.*F-\d.*from a text/);
		await picture("page");
		await (await window.role("button", "Why Width")).click();
		await isAt(window, "source");
		await window.find("main [data-selected=true]", "600 cm");
		await picture("why");
	},

	async "a value set by hand needs a reason, stands over the facts, and goes back to them"({ desk, picture }) {
		const { window } = desk;
		await showItems(window);
		await (await window.role("button", "Set Width")).click();
		await (await window.role("textbox", "Value")).fill("rather wide");
		const set = await (await window.find("[role=dialog]", "Set Width")).button("Set");
		assert.equal(await set.attribute("disabled"), "true", "no value without a reason");
		await (await window.role("textbox", "Reason")).fill("measured on site");
		await set.click();
		await window.find("[role=dialog]", "cannot be read");
		await picture("set-refused");
		await (await window.role("textbox", "Value")).fill("7 m");
		await picture("set");
		await set.click();
		await (await field(window, "Width")).says(/7 m.*set by hand: measured on site.*the facts say 600 cm/);
		assert.equal(shown(desk, "i1").fields["item.dimensions.width"], "7 m");
		await picture("by-hand");
		await (await window.role("button", "Back to what the facts say of Width")).click();
		await (await field(window, "Width")).says(/600 cm.*from a text/);
		await window.keys([Key.Control, "z"]);
		await (await field(window, "Width")).says(/7 m.*set by hand/);
		await window.keys([Key.Control, "z"]);
		await (await field(window, "Width")).says(/600 cm.*from a text/);
		assert.equal(shown(desk, "i1").fields["item.dimensions.width"], "600 cm");
	},

	async "name, other names and description are edited as one step"({ desk, picture }) {
		const { window } = desk;
		await action(window, "Backdrop", "Edit…");
		await (await window.role("textbox", "Name")).fill("Rear wall");
		await (await window.role("textbox", "Description")).fill("Printed cloth on a batten.");
		await picture("edit");
		await press(window, "Save");
		await window.find("article h2", "i1 Rear wall");
		await window.find("article p", "Printed cloth on a batten.");
		await window.waitUntilGone("[role=dialog] input");
		await window.keys([Key.Control, "z"]);
		await window.find("article h2", "i1 Backdrop");
		assert.deepEqual([items(desk)[0].name, items(desk)[0].description], ["Backdrop", ""]);
	},

	async "a fact that may mean two is given its item in the review, by keys"({ desk, picture }) {
		const { window } = desk;
		await add(window, BOTH);
		const unclear = await until("the fact", () => facts(desk).find(({ evidence }) => evidence?.quote.includes("7 m wide")));
		await go(window, "review");
		await window.find("article", "7 m wide");
		await window.find("article", "It is not clear which item is meant");
		await picture("unclear");
		await window.keys([Key.Shift, "i"]);
		await window.find("[role=dialog]", `Which item is ${unclear.label} about?`);
		await picture("which");
		await window.type("side");
		await window.find("[role=dialog] label:has(:checked)", "i2 Side wall");
		await window.keys(Key.Enter);
		await window.waitUntilGone("[role=dialog]", "Which item");
		await window.find("article", "i2 Side wall");
		await window.find("main header h2", unclear.label);
		await picture("meant");
		await window.keys([Key.Control, "z"]);
		await window.find("article", "the whole project");
		assert.equal(live(desk, unclear.label).scope.item_id, null);
		await window.keys([Key.Control, Key.Shift, "z"]);
		await window.find("article", "i2 Side wall");
		await window.keys("r");
		await until("it to be rejected", () => live(desk, unclear.label).status === "rejected");
	},

	async "and from the inspector, also an item made for it, which goes with one undo"({ desk, picture }) {
		const { window } = desk;
		await go(window, "facts");
		await (await window.find("[role=row][data-row]", "3 m")).click();
		await (await window.find("aside[data-side=inspector] dd button", "Change")).click();
		await window.find("[role=dialog]", "as it is now");
		await (await window.role("textbox", "Find an item, or name a new one")).fill("Masking");
		await window.find("[role=dialog] label:has(:checked)", "New item “Masking”");
		await picture("new-for-fact");
		await (await (await window.find("[role=dialog]", "Which item")).button("Set")).click();
		await window.find("aside[data-side=inspector] dd", "i3 Masking");
		await picture("inspector");
		assert.equal(shown(desk, "i3").fields["item.dimensions.height"], "3 m");
		await window.keys([Key.Control, "z"]);
		await window.find("aside[data-side=inspector] dd", "i1 Backdrop");
		await picture("inspector-undone");
		await window.keys([Key.Control, Key.Shift, "z"]);
		await window.find("aside[data-side=inspector] dd", "i3 Masking");
		await (await window.find("aside[data-side=inspector] dd button", "i3 Masking")).click();
		await window.find("article h2", "i3 Masking");
		await window.keys([Key.Control, "z"]);
		await until("both to go", () => items(desk).length === 2);
		assert.equal(shown(desk, "i1").fields["item.dimensions.height"], "3 m");
	},

	async "some fields are split off as a new item, and merged again"({ desk, picture }) {
		const { window } = desk;
		await openItem(window, "Backdrop");
		await action(window, "Backdrop", "Split off…");
		await (await window.role("textbox", "Name of the new item")).fill("Upper half");
		await (await window.find("[role=dialog] label", "Height: 3 m")).click();
		await picture("split");
		await (await (await window.find("[role=dialog]", "Split Backdrop")).button("Split off")).click();
		await window.find("article h2", "i4 Upper half");
		assert.deepEqual(shown(desk, "i4").fields, { "item.dimensions.height": "3 m" });
		assert.deepEqual(shown(desk, "i1").fields, { "item.dimensions.width": "600 cm" });
		await action(window, "Upper half", "Merge into another…");
		await picture("merge");
		await (await (await window.find("[role=dialog]", "Merge Upper half")).button("Merge")).click();
		await window.find("article h2", "i1 Backdrop");
		await (await field(window, "Height")).says("3 m");
		await window.keys([Key.Control, "z"]);
		await until("both to stand", () => items(desk).length === 3);
		await window.keys([Key.Control, "z"]);
		await until("one of them", () => items(desk).length === 2);
		assert.equal(shown(desk, "i1").fields["item.dimensions.height"], "3 m");
	},

	async "an item is archived, shown as such, and taken back"({ desk, picture }) {
		const { window } = desk;
		await openItem(window, "Side wall");
		await action(window, "Side wall", "Archive");
		await until("it to be archived", () => items(desk)[1].archived);
		await window.find("article", "Archived");
		await (await window.role("button", "All items")).click();
		await window.find("[role=row][data-archived=true]", "Side wallarchived");
		await picture("archived");
		await window.keys([Key.Control, "z"]);
		await until("it to be back", () => !items(desk)[1].archived);
	},

	async "the table is in the order of a column, in one unit, and the columns that are shown go out as CSV"({ desk, picture }) {
		const { window } = desk;
		desk.ask("item", "add", TITLE, "Floor");
		await window.find("[role=rowheader]", "Floor");
		const names = () => window.run("() => [...document.querySelectorAll('[role=rowheader]')].map((cell) => cell.textContent)");
		await (await window.role("button", "Width (cm)")).click();
		await until("the order", async () => (await names()).join() === "Side wall,Backdrop,Floor");
		await (await window.role("button", "Width (cm)")).click();
		await until("the other order", async () => (await names()).join() === "Backdrop,Side wall,Floor");
		await window.find("[role=columnheader][aria-sort=descending]", "Width (cm)");
		await picture("table");
		await (await window.role("button", "Columns")).click();
		await (await window.find("[role=menuitem]", "Hide Height")).click();
		await window.waitUntilGone("[role=columnheader]", "Height");
		const file = join(desk.home, "items.csv");
		desk.choose(file);
		await (await window.role("button", "Save as CSV…")).click();
		await comesTo(
			() => readFileSync(file, "utf8"),
			"\uFEFFItem,Name,Width (cm)\r\ni1,Backdrop,600\r\ni2,Side wall,400\r\ni5,Floor,\r\n",
		);
		await (await window.role("button", "Width (cm)")).click();
		await until("the order", async () => (await names()).join() === "Side wall,Backdrop,Floor");
		const inOrder = join(desk.home, "in-order.csv");
		desk.choose(inOrder);
		await (await window.role("button", "Save as CSV…")).click();
		await comesTo(
			() => readFileSync(inOrder, "utf8").split("\r\n").slice(1),
			["i2,Side wall,400", "i1,Backdrop,600", "i5,Floor,", ""],
			"the rows stand as they are looked at",
		);
		await (await window.role("button", "Columns")).click();
		await (await window.find("[role=menuitem]", "Show Height")).click();
	},

	async "items are looked at as they stood, with what became of them"({ desk, picture }) {
		const { window } = desk;
		desk.ask("item", "rename", TITLE, "i2", "Masking wall");
		const { id } = facts(desk).find(({ key, status, scope }) => key.endsWith("height") && status === "accepted" && scope.item_id);
		desk.ask("fact", "edit", id, "--value", "4 m");
		await window.keys([Key.Control, Key.Shift, "h"]);
		await (await window.find('button[aria-label^="Look at what stood after"][aria-label*="Floor"]')).click();
		await (await window.role("tab", "The items as they stood")).click();
		await window.find("main button[aria-current=true]", "i1 Backdrop");
		await window.find("main button", "now “Masking wall”");
		await window.find("main dl", "now: 4 m");
		await picture("then");
		await (await window.role("button", "Back to now")).click();
	},

	async "in German and in the dark, with a long word and nothing known of it"({ desk, picture }) {
		const { window } = desk;
		desk.ask("item", "add", TITLE, LONG, "--alias", "Schiene");
		desk.ask("item", "describe", TITLE, LONG, `${LONG}, zweiteilig.`);
		await palette(window, "Open settings");
		await (await window.find("[role=dialog] label", "Dark")).click();
		await (await window.find("[role=dialog] label", "Deutsch")).click();
		await window.escape("Deutsch");
		await showItems(window);
		await window.find("[role=rowheader]", LONG);
		await picture("german-table");
		await openItem(window, LONG);
		await picture("german-page");
		await (await window.role("button", `Was mit ${LONG} geschehen soll`)).click();
		await (await window.find("[role=menuitem]", "Bearbeiten …")).click();
		await window.find("[role=dialog]", "Beschreibung");
		await picture("german-edit");
		await window.escape("Beschreibung");
		await openItem(window, "Backdrop");
		await picture("german-fields");
	},
};

const items = (desk) => desk.ask("item", "list", TITLE);
const shown = (desk, item) => desk.ask("item", "show", TITLE, item);
const facts = (desk) => desk.ask("facts", TITLE);
/** The version of a fact that counts. */
const live = (desk, label) => facts(desk).findLast((fact) => fact.label === label && fact.status !== "superseded");

/** Opens the view, and the item's page if one was open. */
async function showItems(window) {
	await go(window, "items");
}

async function openItem(window, name) {
	await showItems(window);
	const back = "() => [...document.querySelectorAll('article header button')][0]?.click()";
	await until(`the table with ${name}`, async () => {
		if ((await window.all("[role=rowheader]")).length > 0) return true;
		await window.run(back);
		return false;
	});
	await (await window.find("[role=rowheader] button", name)).click();
	await window.find("article h2", name);
}

/** Finds the page's section of a field. */
function field(window, label) {
	return window.find(`article section[aria-label="${label}"]`);
}

async function action(window, name, words) {
	await (await window.role("button", `What to do with ${name}`)).click();
	await (await window.find("[role=menuitem]", words)).click();
}

/** The button of this name in the open dialog. */
async function press(window, name) {
	await (await (await window.find("[role=dialog]")).button(name)).click();
}

async function add(window, text) {
	await window.keys([Key.Control, Key.Shift, "v"]);
	await (await window.role("textbox", "Text")).paste(text);
	await window.keys([Key.Control, Key.Enter]);
	await window.waitUntilGone("[role=dialog]", "Add a text");
}
