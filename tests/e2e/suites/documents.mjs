// Documents in the real window: added, their facts, their pages with the words marked, a table's cell as evidence, and
// hostile files refused in words.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { documentOf } from "../harness/pdf.mjs";
import { until } from "../harness/webdriver.mjs";

/** One that asks for a password which nobody has. */
const locked = fileURLToPath(new URL("../../fixtures/documents/locked.pdf", import.meta.url));
const WALL = "The flood wall is 840 m long and was built in 1994.";

export const tests = {
	async "a PDF comes in with its facts, and the fact says its page"({ desk, picture }) {
		const window = await desk.start();
		await window.role("heading", "Start with a text");
		const pages = Array.from({ length: 12 }, (_, at) => (at === 6 ? WALL : `Page ${at + 1} says nothing of note.`));
		await desk.drag("drop", file(desk, "wall.pdf", documentOf(pages, { title: "The flood wall", author: "Ada Miller" })));
		await window.find("[role=region]", "I-1 added");
		const mark = await window.find("[role=button][aria-label^='Fact F-']");
		await mark.click();
		await window.find("aside", "p. 7");
		await picture("text");
	},

	async "its page is shown with the words marked"({ desk, picture }) {
		const { window } = desk;
		await (await window.role("button", "Show the page")).click();
		const marked = await window.find("button[data-selected][data-facts]");
		assert.match(await marked.attribute("aria-label"), /^Fact F-/);
		await until("the picture", async () =>
			window.run("() => [...document.querySelectorAll('figure img')].some((img) => img.alt === 'Page 7' && img.naturalWidth > 100)"),
		);
		await picture("page");
	},

	async "what is known of the document is shown, and can be said otherwise"({ desk }) {
		const { window } = desk;
		await (await window.role("button", "About this Input")).click();
		await window.find("dd", "Ada Miller. The flood wall");
		const [discovery] = desk.ask("discovery", "list");
		const shown = desk.ask("input", "show", "I-1", "--discovery", discovery.id);
		assert.equal(shown.format, "pdf");
		assert.equal(shown.pages, 12);
		assert.ok(shown.places.some(({ kind, number }) => kind === "page" && number === 7));
	},

	async "a table's cell is evidence with its place"({ desk, picture }) {
		const { window } = desk;
		await desk.drag("drop", file(desk, "costs.csv", "Item,Cost\nBackdrop,The backdrop costs €1200\nPump,The pump costs €900\n"));
		await window.find("[role=region]", "I-2 added");
		const [discovery] = desk.ask("discovery", "list");
		const facts = desk.ask("facts", discovery.id, "--input", "I-2");
		const locations = facts.map(({ evidence }) => evidence?.place);
		assert.ok(locations.some((location) => /B2/.test(location)), `a fact says its cell: ${locations}`);
		await picture("table");
	},

	async "a hostile file of each kind is refused in words, and nothing of it is added"({ desk, picture }) {
		const { window } = desk;
		const before = desk.ask("discovery", "list")[0].input_count;
		await desk.drag(
			"drop",
			file(desk, "program.pdf", Buffer.concat([Buffer.from("MZ\x90\0\x03\0\0\0", "latin1"), Buffer.alloc(4_096)])),
			locked,
			file(desk, "broken.docx", Buffer.from("PK\x03\x04 and no more", "latin1")),
			file(desk, "empty.html", "<html><body></body></html>"),
		);
		for (const name of ["program.pdf", "locked.pdf", "broken.docx", "empty.html"]) await window.find("[role=dialog]", name);
		await picture("refused");
		assert.equal(desk.ask("discovery", "list")[0].input_count, before);
	},
};

function file(desk, name, content) {
	const path = join(desk.home, name);
	writeFileSync(path, content);
	return path;
}
