// Reports: out of the recommendations, dragged and moved by keys, written as rich text, cited by "@", found and replaced,
// undone, versioned, stale when what they cite changed, there again after a start, and back in after an edit elsewhere.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Chat, enter, setProvider } from "../harness/chat.mjs";
import { edit } from "../harness/docx.mjs";
import { Model, calls, ends } from "../harness/model.mjs";
import { go } from "../harness/rail.mjs";
import { inFiles } from "../harness/search.mjs";
import { Key, until } from "../harness/webdriver.mjs";

const TITLE = "Flood wall";
const OUTLINE = "nav[aria-label=Outline]";
const MARGIN = "aside[aria-label=Cites]";
const report = (desk) => desk.ask("report", "show", `${TITLE}:O-1`);
const flat = (sections) => sections.flatMap((section) => [section, ...flat(section.children)]);
const titles = (desk) => flat(report(desk).sections).map(({ number, title }) => `${number} ${title}`);
const body = (desk, title) => flat(report(desk).sections).find((section) => section.title === title)?.bodyMd;

/** The text of each page of a PDF, as another program reads it. */
const textsOf = (file) => execFileSync("pdftotext", [file, "-"], { encoding: "utf8" }).split("\f");

/** Returns the drawing of the editor: it is in a shadow root. */
const inEditor = (window, selector) =>
	window.run(
		`(selector) => [...(document.querySelector("[data-body]")?.shadowRoot?.querySelectorAll(selector) ?? [])].map((one) => one.textContent)`,
		selector,
	);
const says = (window, words) =>
	until(`the text to say “${words}”`, async () => (await inEditor(window, ".cm-content")).join("").includes(words));

/** Opens a section and gives its text the focus, at its beginning. */
async function writeIn(window, title) {
	await (await window.find(`${OUTLINE} button`, title)).click();
	await window.find("main h2", title);
	await window.keys(Key.Enter);
	await until("the text to have the focus", () =>
		window.run(`() => document.activeElement?.shadowRoot?.activeElement?.className.includes("cm-content") ?? false`),
	);
}

export const tests = {
	async "a report is made of the recommendations, and cites what they rest on"({ desk, picture }) {
		desk.ask("discovery", "create", "--title", TITLE);
		desk.ask("entity", "add", TITLE, "--type", "fact", "--text", "The wall costs €2 m.");
		desk.ask("entity", "add", TITLE, "--type", "insight", "--text", "The wall is affordable.", "--from", "F-1");
		desk.ask("entity", "add", TITLE, "--type", "recommendation", "--text", "Build the wall.", "--from", "N-1");
		desk.ask("entity", "add", TITLE, "--type", "recommendation", "--text", "Ask the farms.", "--from", "N-1");
		const window = await desk.start();
		await enter(window, TITLE);
		await go(window, "reports");
		await window.find("main h2", "No reports yet");
		await picture("none");
		await (await window.role("button", "Report from the recommendations")).click();
		await window.find(`${OUTLINE} button`, "Build the wall");
		for (const cited of ["N-1", "F-1"]) await window.find(`${MARGIN} button`, cited);
		await picture("made");
		assert.deepEqual(titles(desk), ["1 Build the wall", "2 Ask the farms"]);
	},

	async "the text is drawn as what it means, under the window's policy"({ desk }) {
		const { window } = desk;
		await until("chips", async () => (await inEditor(window, ".cm-cite")).includes("F-1"));
		const look = await window.run(`() => {
			const of = (selector) => getComputedStyle(document.querySelector("[data-body]").shadowRoot.querySelector(selector));
			return { border: of(".cm-cite").borderTopStyle, wrap: of(".cm-content").whiteSpace };
		}`);
		assert.deepEqual(look, { border: "solid", wrap: "break-spaces" });
		assert.equal((await window.all("style")).length, 0);
	},

	async "a citation leads to what it cites"({ desk }) {
		const { window } = desk;
		await (await window.find(`${MARGIN} button`, "F-1")).click();
		await window.find("aside", "The wall costs €2 m.");
	},

	async "sections move by Alt and the arrows, and undo takes it back"({ desk }) {
		const { window } = desk;
		await (await window.find(`${OUTLINE} button`, "Ask the farms")).click();
		await window.keys([Key.Alt, Key.Up]);
		await until("it to be first", () => titles(desk)[0] === "1 Ask the farms");
		await window.keys([Key.Control, "z"]);
		await until("it to be second again", () => titles(desk)[0] === "1 Build the wall");
	},

	async "a section is dragged under another, and back by undo"({ desk, picture }) {
		const { window } = desk;
		await window.find(`${OUTLINE} [data-section]:first-child`);
		const first = await (await window.find(`${OUTLINE} button`, "Build the wall")).box();
		const [x, y] = (await (await window.find(`${OUTLINE} button`, "Ask the farms")).box()).middle;
		const under = [first.left + 24, first.top + first.height - 2];
		await window.mouse([x, y]);
		await window.mouse([x, y], "down");
		await window.mouse([x + 10, y + 3]);
		await window.mouse(under);
		await picture("dragged");
		await window.mouse(under, "up");
		await until("it to stand under the other", () => titles(desk)[1] === "1.1 Ask the farms");
		await window.keys([Key.Control, "z"]);
		await until("it to be where it was", () => titles(desk)[1] === "2 Ask the farms");
	},

	async "what is written is kept when the field is left, and is there after the next start"({ desk, picture }) {
		const { window } = desk;
		await writeIn(window, "Build the wall");
		await window.keys([Key.Control, "a"], Key.Delete);
		await window.type("It costs **€3 m**, as @F-1");
		const offered = async () => (await inEditor(window, "[role=option]")).some((one) => one.startsWith("F-1"));
		await until("it to be offered", offered);
		await picture("offered");
		await window.keys(Key.Enter);
		await until("the chip", async () => (await inEditor(window, ".cm-cite")).includes("F-1"));
		await window.type(".");
		await picture("written");
		await (await window.find(`${OUTLINE} button`, "Ask the farms")).click();
		const savedBody = /It costs \*\*€3 m\*\*, as \[F-1\]\(factly:\/\/fact\/[0-9a-f-]{36}\)\./;
		await until("the words to be kept", () => savedBody.test(body(desk, "Build the wall")));
		await desk.stop();
		const again = await desk.start();
		await enter(again, TITLE);
		await go(again, "reports");
		await again.find(`${OUTLINE} button`, "Build the wall");
		await says(again, "It costs €3 m");
		await picture("kept");
	},

	async "what was written a moment before the window closed is kept at the next start"({ desk }) {
		await writeIn(desk.window, "Build the wall");
		await desk.window.type("Soon. ");
		await says(desk.window, "Soon. ");
		// WebKit writes down what a page stores within the second; the report is stored after two.
		await until("WebKit to have written the draft", () => inFiles(join(desk.home, ".local/share/app.factly.desktop"), "Soon. ").length > 0);
		await desk.stop();
		const again = await desk.start();
		await enter(again, TITLE);
		await go(again, "reports");
		await again.find(`${OUTLINE} button`, "Build the wall");
		await until("the words", () => body(desk, "Build the wall").includes("Soon. "));
	},

	async "an image is dropped and another pasted, shown, captioned, and taken back"({ desk, picture }) {
		const { window } = desk;
		const image = join(desk.home, "plan.png");
		copyFileSync(new URL("../../fixtures/pixel.png", import.meta.url), image);
		const drawn = () =>
			window.run(
				`() => [...document.querySelector("[data-body]").shadowRoot.querySelectorAll(".cm-figure img")].filter((one) => one.naturalWidth > 0).length`,
			);
		await writeIn(window, "Ask the farms");
		const before = body(desk, "Ask the farms");
		await desk.drag("enter", image);
		await window.find("[role=status]", "Drop to put the image into the text");
		await desk.drag("drop", image);
		await until("the image to be drawn", async () => (await drawn()) === 1);
		await until("it to be kept", () => /\[IMAGE:[0-9a-f]{16}\]/.test(body(desk, "Ask the farms")));
		await window.run(`async () => {
			const bytes = Uint8Array.from(atob("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"), (c) => c.charCodeAt(0));
			const data = new DataTransfer();
			data.items.add(new File([bytes], "point.gif", { type: "image/gif" }));
			const content = document.querySelector("[data-body]").shadowRoot.querySelector(".cm-content");
			content.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
		}`);
		await until("two to be named", () => (body(desk, "Ask the farms").match(/\[IMAGE:/g) ?? []).length === 2);
		await picture("images");
		await (await window.find(`${OUTLINE} button`, "Build the wall")).click();
		await (await window.find(`${OUTLINE} button`, "Ask the farms")).click();
		await until("both to be drawn", async () => (await drawn()) === 2);
		await picture("images-drawn");
		const svg = join(desk.home, "plan.svg");
		writeFileSync(svg, "<svg onload='alert(1)'/>");
		await desk.drag("drop", svg);
		await window.find("[role=region]", "is no image that a report can hold");
		for (const _ of [1, 2]) await window.keys([Key.Control, "z"]);
		await until("them to be gone", () => body(desk, "Ask the farms") === before);
		await (await window.find(`${OUTLINE} button`, "Build the wall")).click();
	},

	async "a figure that no citation says is named beside the text"({ desk, picture }) {
		await desk.window.find(MARGIN, "No citation says: €3 m");
		await until("the mark", async () => (await inEditor(desk.window, ".cm-missing")).length > 0);
		await picture("support");
	},

	async "words are found and replaced in the whole report"({ desk, picture }) {
		const { window } = desk;
		await window.keys([Key.Control, "f"]);
		await (await window.find("search input")).fill("€3 m");
		await window.find("search [role=status]", "of 1");
		await (await window.find("search input[aria-label='Replace by']")).fill("€2 m");
		await picture("found");
		await (await window.role("button", "Replace all")).click();
		await until("it to be replaced", () => body(desk, "Build the wall").includes("**€2 m**"));
		await says(window, "It costs €2 m");
		await window.waitUntilGone(MARGIN, "No citation says");
	},

	async "a named version is compared and brought back"({ desk, picture }) {
		const { window } = desk;
		desk.ask("report", "versions", `${TITLE}:O-1`, "--name", "Before");
		desk.ask("report", "replace", `${TITLE}:O-1`, "--find", "Soon. ", "--with", "Later. ");
		await says(window, "Later. ");
		await (await window.role("button", "What to do with the report")).click();
		await (await window.find("[role=menuitem]", "Versions…")).click();
		await window.find("[role=dialog] del", "Soon");
		await window.find("[role=dialog] ins", "Later");
		await picture("versions");
		await (await window.role("button", "Bring back “Before”")).click();
		await until("it to be back", () => body(desk, "Build the wall").includes("Soon. "));
		await window.escape("Versions of the report");
		await says(window, "Soon. ");
	},

	async "it becomes a PDF with numbered pages and an outline"({ desk }) {
		const { window } = desk;
		const file = join(desk.home, "report.pdf");
		desk.choose(file);
		await (await window.role("button", "Export")).click();
		await (await window.find("[role=menuitem]", "Export as PDF…")).click();
		await window.find("[role=region]", "Report exported");
		const bytes = readFileSync(file, "latin1");
		const pages = /\(1 \/ (\d+)\) Tj/.exec(bytes)?.[1];
		assert.ok(bytes.startsWith("%PDF-") && Number(pages) >= 2, `the contents stand on a page of their own: ${pages}`);
		const title = Buffer.from("1 Build the wall", "utf16le").swap16().toString("hex").toUpperCase();
		assert.ok(bytes.includes(`/Title <FEFF${title}>`), "the outline names the sections");
	},

	async "a fact that is not there any more makes its citation stale, and a press goes to it"({ desk, picture }) {
		const { window } = desk;
		desk.ask("entity", "delete", TITLE, "F-1");
		await window.find(MARGIN, "gone");
		await (await window.find("main header button", "to check")).click();
		await until("the chip to say so", async () => (await inEditor(window, ".cm-cite[data-tone=unsupported]")).length > 0);
		await picture("stale");
	},

	async "what a silent model changes waits beside the report, is taken in part, and is taken back"({ desk, picture }) {
		const { window } = desk;
		const model = await Model.start();
		setProvider(desk, model);
		desk.ask("provider", "allow", TITLE);
		await (await window.role("button", "Write by chat")).click();
		const chat = Object.assign(new Chat(desk, TITLE), { named: "Say what is to change…" });
		const bodyBefore = body(desk, "Ask the farms");
		model.answers(
			calls("rename_section", { section: "2", title: "Ask all farms" }),
			// F-1 was deleted, so a body that cites it would be refused.
			calls("set_section_body", { section: "1", body_md: "Cheaply. Soon. It costs less." }),
		);
		model.answers(ends("stop"));
		await chat.ask("Make it bolder.");
		await chat.answered("Updated 2 sections");
		await picture("by chat");
		await chat.close();
		const waiting = "section[aria-label=Suggestions]";
		await window.find(waiting, "2 suggestions");
		await window.find(`${waiting} ins`, "Cheaply.");
		await picture("suggestions");
		assert.ok(titles(desk).includes("2 Ask the farms"), "nothing is changed yet");
		const [one] = await window.all(`${waiting} li`);
		assert.ok(one, "each stands by itself");
		await (await window.find(`${waiting} li button`, "Accept")).click();
		await window.find(waiting, "1 suggestion");
		await (await window.find(`${waiting} li button`, "Reject")).click();
		await window.waitUntilGone(waiting);
		const taken = titles(desk).includes("2 Ask all farms");
		assert.notEqual(taken, body(desk, "Build the wall").startsWith("Cheaply."), "one was taken, and one was not");
		for (const _ of [1, 2]) await window.keys([Key.Control, "z"]);
		await window.find(waiting, "2 suggestions");
		assert.equal(body(desk, "Ask the farms"), bodyBefore);
		model.content();
	},

	async "what was changed in an exported file is suggested in the text, and taken by a key"({ desk, picture }) {
		const { window } = desk;
		const menu = async (button, words) => {
			await (await window.role("button", button)).click();
			await (await window.find("[role=menuitem]", words)).click();
		};
		desk.ask("report", "suggestion", "reject", `${TITLE}:O-1`, "--all");
		await window.waitUntilGone("section[aria-label=Suggestions]");
		const added = ["--title", "Risks", "--body", "The river may rise higher than the wall.\n"];
		desk.ask("report", "section", "add", `${TITLE}:O-1`, ...added);
		await window.find(`${OUTLINE} button`, "Risks");
		const file = join(desk.home, "edited.docx");
		desk.choose(file);
		await menu("Export", "Export as Word…");
		await until("the file", () => existsSync(file));
		edit(file, [["may rise higher than the wall", "will rise higher than the dam"]]);
		desk.choose(file);
		await menu("What to do with the report", "Import changes…");
		const waiting = "section[aria-label=Suggestions]";
		await window.find(waiting, "1 suggestion");
		await window.keys([Key.Control, "g"]);
		await window.find("main h2", "Risks");
		await until("what goes and comes", async () => (await inEditor(window, "del")).join() === "may,wall");
		assert.deepEqual(await inEditor(window, ".cm-coming ins"), ["will", "dam"]);
		await picture("in the text");
		assert.ok(body(desk, "Risks").includes("may rise"), "nothing is changed yet");
		await window.keys([Key.Control, Key.Enter]);
		await until("the first to be taken", () => body(desk, "Risks").includes("will rise higher than the wall"));
		await until("the other to be left", async () => (await inEditor(window, "del")).join() === "wall");
		await window.run(`() => document.querySelector("[data-body]").shadowRoot.querySelectorAll(".cm-coming button")[1].click()`);
		await window.waitUntilGone(waiting);
		assert.ok(body(desk, "Risks").includes("will rise higher than the wall"));
		await picture("taken");
	},

	async "a superseded fact is followed from the ledger to the marks, the export, and by a key from one to the next"({ desk, picture }) {
		const { window } = desk;
		const pump = "Pump";
		desk.ask("discovery", "create", "--title", pump);
		for (const text of ["The pump costs €5 m.", "The farms are dry."])
			desk.ask("entity", "add", pump, "--type", "fact", "--text", text);
		desk.ask("report", "create", pump, "--title", "Pumps");
		const section = (title, words) => desk.ask("report", "section", "add", `${pump}:O-1`, "--title", title, "--body", words);
		section("Costs", "The pump is dear [F-1]. The farms are dry [F-2]. It is dear indeed [F-1].");
		section("Farms", "They are dry [F-2].");
		section("Risks", "It may cost more [F-1].");
		await enter(window, pump);
		await go(window, "reports");
		await window.find(`${OUTLINE} button`, "Risks");
		desk.ask("entity", "edit", pump, "F-1", "--text", "The pump costs €6 m.");
		await window.find("main header button", "3 citations to check");
		for (const title of ["2 citations to check", "1 citation to check"])
			await window.find(`${OUTLINE} [aria-label="${title}"]`);
		const chips = async () => (await inEditor(window, ".cm-cite:not([data-tone=accepted])")).length;
		await until("two chips to say so", async () => (await chips()) === 2);
		await picture("superseded");
		await window.keys([Key.Control, "e"]);
		await window.find("main h2", "Costs");
		await window.keys([Key.Control, "e"]);
		await window.keys([Key.Control, "e"]);
		await window.find("main h2", "Risks");
		await picture("the third");
		const file = join(desk.home, "pumps.html");
		desk.choose(file);
		await (await window.role("button", "Export")).click();
		await (await window.find("[role=menuitem]", "Export as HTML…")).click();
		await window.find("[role=region]", "3 citations in it are to be checked");
		await (await window.role("button", "Show in folder")).click();
		await until("the file manager to be asked", () => desk.opened().includes(file));
		const html = readFileSync(file, "utf8");
		assert.ok(html.includes("3 citations are stale."), "the export says so first");
		assert.equal(html.match(/<em class="stale">/g)?.length, 3, "and at each");
		await go(window, "overview");
		await window.find("main", "citations in reports to recheck");
		await picture("overview");
	},

	async "the Output's card on the map is to be rechecked, and says how many citations are stale and the first"({ desk, picture }) {
		const { window } = desk;
		await go(window, "pipeline");
		const card = "[role=gridcell][data-label=O-1]";
		const announcement = "3 citations to check, first F-1 (superseded)";
		await until("the mark", async () => {
			const announced = await window.run(
				`(card) => { const one = document.querySelector(card); return one && [one.innerText, one.title, one.ariaLabel]; }`,
				card,
			);
			return announced?.[0].includes("↻ Recheck") && announced[1] === announcement && announced[2].includes(announcement);
		});
		await picture("card");
	},

	async "what stands before the first section is written, cites, is suggested upon and taken back as a section is"({ desk, picture }) {
		const { window } = desk;
		const preface = () => desk.ask("report", "show", "Pump:O-1").front_md;
		await go(window, "reports");
		await (await window.find(`${OUTLINE} button`, "Preface")).click();
		await window.find("main h2", "Preface");
		await window.keys(Key.Enter);
		await window.type("In short, the farms are dry [F-2]. ");
		await until("it to be kept", () => preface() === "In short, the farms are dry [F-2]. \n\n");
		await window.type("Truly.");
		await until("the rest to be kept", () => preface() === "In short, the farms are dry [F-2]. Truly.\n\n");
		await until("the chip", async () => (await inEditor(window, ".cm-cite")).includes("F-2"));
		await window.find(MARGIN, "The farms are dry.");
		await picture("preface");
		desk.ask("entity", "edit", "Pump", "F-2", "--text", "The farms are wet.");
		await window.find(`${OUTLINE} button[aria-current=true] [aria-label="1 citation to check"]`);
		await window.find("main header button", "6 citations to check");
		const file = join(desk.home, "preface.md");
		desk.ask("report", "export", "Pump:O-1", "--format", "md", "-o", file);
		writeFileSync(file, readFileSync(file, "utf8").replace("Truly.", "Truly so."));
		desk.ask("report", "import", "Pump:O-1", file);
		const waiting = "section[aria-label=Suggestions]";
		await window.find(waiting, "1 suggestion");
		await until("what comes", async () => (await inEditor(window, ".cm-coming ins")).join("").includes("so"));
		await picture("preface suggested");
		await (await window.find(`${waiting} li button`, "Accept")).click();
		await says(window, "Truly so.");
		await window.keys([Key.Control, "z"]);
		await window.find(waiting, "1 suggestion");
		assert.ok(preface().includes("Truly.\n"));
	},

	async "in a PDF each line of the contents leads to its section on its page"({ desk }) {
		const { window } = desk;
		const paper = "Paper";
		desk.ask("discovery", "create", "--title", paper);
		desk.ask("report", "create", paper, "--title", paper);
		const long = Array.from({ length: 60 }, (_, at) => `Paragraph ${at} of a text that fills its page.\n`).join("\n");
		for (const title of ["First", "Second", "Third"])
			desk.ask("report", "section", "add", `${paper}:O-1`, "--title", title, "--body", long);
		await enter(window, paper);
		await go(window, "reports");
		await window.find(`${OUTLINE} button`, "Third");
		const file = join(desk.home, "paper.pdf");
		desk.choose(file);
		await (await window.role("button", "Export")).click();
		await (await window.find("[role=menuitem]", "Export as PDF…")).click();
		await window.find("[role=region]", "Report exported");
		const bytes = readFileSync(file, "latin1");
		const objects = new Map([...bytes.matchAll(/(\d+) \d+ obj\n([^]*?)\nendobj/g)].map(([, number, content]) => [number, content]));
		// The last stream of a page is its number.
		const pageOf = (number) => {
			const contents = /\/Contents \[([^\]]*)\]/.exec(objects.get(number))?.[1] ?? "";
			const last = contents.trim().split(/ 0 R\s*/).filter(Boolean).at(-1);
			return Number(/\((\d+) \/ \d+\) Tj/.exec(objects.get(last))?.[1]);
		};
		const leads = (content) => {
			const [, page, y] = /\/Dest \[(\d+) \d+ R \/XYZ null ([\d.]+) null\]/.exec(content) ?? [];
			return { page: pageOf(page), y: Number(y) };
		};
		const all = [...objects.values()];
		const links = all.filter((one) => one.includes("/Subtype /Link")).map(leads);
		const entries = all.filter((one) => one.includes("/Title <FEFF")).map(leads);
		assert.equal(links.length, 3);
		assert.deepEqual(links, entries, "they lead where the outline leads");
		const texts = textsOf(file);
		for (const [at, title] of ["First", "Second", "Third"].entries())
			assert.ok(texts[links[at].page - 1].includes(`${at + 1} ${title}`), `${title} stands on page ${links[at].page}`);
		assert.ok(links[0].page < links[1].page && links[1].page < links[2].page, JSON.stringify(links));
	},
};
