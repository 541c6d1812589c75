// Reports: out of the recommendations, dragged and moved by keys, written as rich text, cited by "@", found and replaced,
// undone, versioned, stale when what they cite changed, and there again after a start.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { Chat, enter, setProvider } from "../harness/chat.mjs";
import { Model, calls, ends } from "../harness/model.mjs";
import { Key, until } from "../harness/webdriver.mjs";

const TITLE = "Flood wall";
const OUTLINE = "nav[aria-label=Outline]";
const MARGIN = "aside[aria-label=Cites]";
const report = (desk) => desk.ask("report", "show", `${TITLE}:O-1`);
const flat = (sections) => sections.flatMap((section) => [section, ...flat(section.children)]);
const titles = (desk) => flat(report(desk).sections).map(({ number, title }) => `${number} ${title}`);
const body = (desk, title) => flat(report(desk).sections).find((section) => section.title === title)?.bodyMd;

/** What the editor draws: it stands in a shadow root. */
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
		await window.keys([Key.Control, "9"]);
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
		// What is offered takes no key in its first moments.
		await pause(150);
		await picture("offered");
		await window.keys(Key.Enter);
		await until("the chip", async () => (await inEditor(window, ".cm-cite")).includes("F-1"));
		await window.type(".");
		await picture("written");
		await (await window.find(`${OUTLINE} button`, "Ask the farms")).click();
		const kept = /It costs \*\*€3 m\*\*, as \[F-1\]\(factly:\/\/fact\/[0-9a-f-]{36}\)\./;
		await until("the words to be kept", () => kept.test(body(desk, "Build the wall")));
		await desk.stop();
		const again = await desk.start();
		await enter(again, TITLE);
		await again.keys([Key.Control, "9"]);
		await again.find(`${OUTLINE} button`, "Build the wall");
		await says(again, "It costs €3 m");
		await picture("kept");
	},

	async "what was written a moment before the window closed is kept at the next start"({ desk }) {
		await writeIn(desk.window, "Build the wall");
		await desk.window.type("Soon. ");
		await says(desk.window, "Soon. ");
		// WebKit writes down what a page stores within the second; the report is kept after two.
		await pause(1000);
		await desk.stop();
		const again = await desk.start();
		await enter(again, TITLE);
		await again.keys([Key.Control, "9"]);
		await again.find(`${OUTLINE} button`, "Build the wall");
		await until("the words", () => body(desk, "Build the wall").includes("Soon. "));
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
		await window.gone(MARGIN, "No citation says");
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

	async "a fact that is not there any more makes its citation stale, and a press goes to it"({ desk, picture }) {
		const { window } = desk;
		desk.ask("entity", "delete", TITLE, "F-1");
		await window.find(MARGIN, "gone");
		await (await window.find("main header button", "stale")).click();
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
		const asked = body(desk, "Ask the farms");
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
		await window.gone(waiting);
		const taken = titles(desk).includes("2 Ask all farms");
		assert.notEqual(taken, body(desk, "Build the wall").startsWith("Cheaply."), "one was taken, and one was not");
		for (const _ of [1, 2]) await window.keys([Key.Control, "z"]);
		await window.find(waiting, "2 suggestions");
		assert.equal(body(desk, "Ask the farms"), asked);
		model.content();
	},
};
