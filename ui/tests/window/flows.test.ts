import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
	calls,
	discovery,
	focusIn,
	host,
	type Look,
	openDialog,
	openView,
	openWindow,
	page,
	quayLog,
	role,
	seesText,
	settled,
	showView,
} from "./browser.ts";

/** An analyst's flows, by keyboard wherever it can be. */

async function start(look: Look = {}): Promise<void> {
	await openWindow(look);
	await page.locator("h2").first().waitFor();
}
/** Selects a fact of the ledger: its keys are heard once the inspector has it. */
async function select(row: number): Promise<void> {
	await page.locator(`[data-row='${row}']`).click();
	await page
		.locator("aside")
		.last()
		.getByRole("heading", { name: `F-${row + 1}`, exact: true })
		.waitFor();
}

const wall = () => host.file("wall.txt", "Notes from the wall. The wall is 3 m high.");
/** No document. */
const plan = (name: string) => host.file(name, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 0xff, 0xfe, 0]));

describe("first start", () => {
	const names = [
		"Overview",
		"Inputs",
		"Open questions",
		"Inbox",
		"Facts",
		"Map",
		"Reports",
		"Long documents",
		"Prices",
	];
	const shown = (all: string[]) => all.map((name) => (name === "Inbox" ? expect.stringMatching(/^Inbox\s+\d/) : name));
	const rail = () => role("navigation", "Views");
	const inRail = () => rail().locator("[data-goes]").allInnerTexts();

	test("the sample opens on its overview, and the whole rail appears", async () => {
		await start({ library: "empty" });
		await role("button", "Open the sample").click();
		await page.locator("[data-view=overview]").waitFor();
		await expect.poll(inRail).toEqual(shown(names));
	});

	test("where nothing is written, what is written is folded in the rail until it is asked for", async () => {
		await openView("facts");
		const isWritten = (name: string) => name === "Reports" || name === "Long documents";
		await expect.poll(inRail).toEqual(shown(names.filter((name) => !isWritten(name))));
		await rail().getByRole("button", { name: "Deliver", exact: true }).click();
		await expect.poll(inRail).toEqual(shown(names));
	});

	test("a text that is added with no discovery open starts one with its first line as title", async () => {
		await start({ library: "empty" });
		await role("button", "Add a text").click();
		await page.getByLabel("Text", { exact: true }).fill("Wall survey\n\nThe wall is 3 m high.\n\0");
		await page.keyboard.press("Control+Enter");
		await role("button", "Title: Wall survey").waitFor();
		await seesText(/1 NUL character was dropped/);
	});
});

describe("the kind of a discovery", () => {
	const rail = () => role("navigation", "Views");
	const more = () => rail().getByRole("button", { name: "More", exact: true });
	const underMore = () => rail().locator("[data-group=more] [data-goes]").allInnerTexts();
	const items = () => role("navigation", "Facts").getByRole("button", { name: "Items", exact: true });

	test("is chosen, folds what it seldom needs under More, and what holds something stands by itself", async () => {
		await start({ library: "empty" });
		await openDialog("Control+n");
		await page.keyboard.type("Quay walls");
		await page.keyboard.press("Enter");
		await role("button", "Title: Quay walls").waitFor();
		await settled();
		expect(await more().count(), "nothing tells its kind").toBe(0);

		await openDialog("Control+k");
		await page.keyboard.type("kind and question packs");
		await page.keyboard.press("Enter");
		await role("combobox", "Kind").selectOption("study");
		await role("dialog")
			.getByText(/^Items, prices and long documents stand under More/)
			.waitFor();
		await role("button", "Use these").click();
		await role("dialog").waitFor({ state: "detached" });

		await more().press("Enter");
		await expect.poll(underMore).toEqual(["Items", "Long documents", "Prices"]);
		await rail().locator("[data-group=more] [data-goes=items]").click();
		await items().waitFor();
		await expect.poll(underMore).toEqual(["Items", "Long documents", "Prices"]);

		await host.value("item_add", { discovery: await discovery(), name: "Quay", aliases: [] });
		await expect.poll(underMore).toEqual(["Long documents", "Prices"]);
		await showView("facts");
		await items().waitFor();
		await showView("memory");
		await rail().locator("[data-group=more] [data-goes=memory][aria-current=page]").waitFor();
	});
});

describe("the overview", () => {
	test("it says in all and for each Input how much the analyst accepted, and how much the rules", async () => {
		await openView("overview");
		const inputs = role("region", /^Inputs/);
		await inputs.getByRole("heading", { name: /\d+ accepted by you, \d+ by the rules$/ }).waitFor();
		await inputs
			.getByRole("button", { name: /\d+ accepted by you, \d+ by the rules, \d+ to decide$/ })
			.first()
			.waitFor();
	});

	test("the facts are filtered by who accepted them, which their marks tell too", async () => {
		await openView("facts");
		await role("button", "Accepted by the rules").click();
		await page.locator("[data-row='0']", { hasText: "Accepted by rules" }).waitFor();
		await role("button", "Accepted by you").click();
		await page.locator("[data-row='0']", { hasText: "Accepted by rules" }).waitFor({ state: "detached" });
	});

	test("what contradicts leads to the conflicts alone", async () => {
		await openView("overview");
		await role("button", /facts? contradicts? (another|others)/).click();
		await expect.poll(() => role("combobox", "Kind").inputValue()).toBe("conflict");
	});

	test("its conclusions are counted by kind, each with the Inputs that carry it", async () => {
		await openView("overview");
		await role("heading", "Conclusions 6 insights, 3 recommendations, 2 outputs").waitFor();
		await role("main").getByText("rests on 1 fact of 1 Input", { exact: true }).waitFor();
		await role("main").getByText("rests on 2 insights of", { exact: false }).waitFor();
	});

	test("its goal is written where it stands, as in the header", async () => {
		await openView("overview");
		await role("main").getByRole("button", { name: /^Goal/ }).press("Enter");
		await role("main").getByRole("textbox", { name: "Goal", exact: true }).fill("Does the quay carry it?");
		await page.keyboard.press("Enter");
		await role("banner").getByRole("button", { name: "Goal: Does the quay carry it?", exact: true }).waitFor();
	});
});

describe("the library", () => {
	test("create by keys alone, rename in place, and the focus comes back", async () => {
		await start();
		await openDialog("Control+n");
		await page.keyboard.type("Quay walls");
		await page.keyboard.press("Enter");
		await role("button", "Title: Quay walls").waitFor();

		await page.locator("[data-open]", { hasText: "Quay walls" }).focus();
		await page.keyboard.press("F2");
		await focusIn("input");
		await page.keyboard.type("Quay walls 2027");
		await page.keyboard.press("Enter");
		await page.locator("[data-open]", { hasText: "Quay walls 2027" }).waitFor();
		await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Quay walls 2027");
	});

	test("Escape leaves a rename without renaming", async () => {
		await start();
		await page.locator("[data-open]").first().focus();
		await page.keyboard.press("F2");
		await focusIn("input");
		await page.keyboard.type("Something else");
		await page.keyboard.press("Escape");
		await page.locator("[data-open]", { hasText: "Harbour festival stage" }).waitFor();
	});

	test("a search that goes on into the texts leaves the list of discoveries whole", async () => {
		await openView("facts");
		await role("textbox", "Search discoveries").fill("neighbours");
		await page.getByText("No discovery matches").waitFor();
		await page.keyboard.press("Enter");
		await role("listbox", "What was found").getByRole("option").first().waitFor();
		await page.keyboard.press("Enter");
		await role("region", /^Text of/).waitFor();
		await page.locator("[data-open]", { hasText: "Harbour festival stage" }).waitFor();
		await expect.poll(() => role("textbox", "Search discoveries").inputValue()).toBe("");
	});

	test("delete offers Undo, and Undo brings everything back", async () => {
		await openView("facts");
		await page.locator("aside li").first().hover();
		await role("button", "Actions for Harbour festival stage").click();
		await role("menuitem", "Delete").click();
		await page.getByText("No discoveries yet").waitFor();
		await role("button", "Undo").last().click();
		await page.locator("[data-open]", { hasText: /\d waiting/ }).waitFor();
	});

	test("archived discoveries are folded away", async () => {
		await openView("facts");
		await openDialog("Control+k");
		await page.keyboard.type("archive");
		await page.keyboard.press("Enter");
		await page.getByText("No discoveries yet").waitFor();
		await role("button", "Archived").click();
		await page.locator("[data-open]", { hasText: "Harbour festival stage" }).waitFor();
	});
});

describe("texts", () => {
	test("Escape closes the box and keeps the words", async () => {
		await openView("facts");
		await openDialog("Control+Shift+V");
		await page.getByLabel("Text", { exact: true }).fill("Half a thought");
		await page.keyboard.press("Escape");
		await role("dialog").waitFor({ state: "detached" });
		await openDialog("Control+Shift+V");
		await expect.poll(() => page.getByLabel("Text", { exact: true }).inputValue()).toBe("Half a thought");
	});

	/** Adds a text that takes a while. */
	const addLong = async (lines: number, shown: string) => {
		await openView("facts");
		await openDialog("Control+Shift+V");
		await page.getByLabel("Text", { exact: true }).evaluate((field, count) => {
			const clipboardData = new DataTransfer();
			clipboardData.setData("text/plain", "A gauge stood at 4 m.\n\n".repeat(count));
			field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
		}, lines);
		await page.getByText(`A long text of ${shown} characters`).waitFor();
		await role("region", "Text").focus();
		await page.keyboard.press("Control+Enter");
		await role("progressbar").waitFor();
	};

	test("a long text that is stopped before it is an Input is back in its box", async () => {
		await addLong(300_000, "6,900,000");
		await role("button", "Cancel").click();
		await seesText("Stopped. Nothing was added.");
		await page.getByText("A long text of 6,900,000 characters").waitFor();
	});

	test("a long text shows its progress, and Cancel keeps the Input", async () => {
		// So long that a fast host is not through with it before a slow browser has pressed Cancel.
		await addLong(100_000, "2,300,000");
		await page.getByText(/^\d+%, /).waitFor();
		await role("button", "Cancel").click();
		await seesText(/Stopped\. What was added is kept/);
	});
});

describe("a text that is an Input already", () => {
	const write = async (text: string) => {
		await page.keyboard.press("Control+Shift+v");
		await page.getByLabel("Text", { exact: true }).fill(text);
		await page.keyboard.press("Control+Enter");
	};
	const added = async () => (await calls("inputAddText")).length;
	const alikeDialog = () => role("dialog", "This text is an Input already");

	test("is asked about before it is added: left out, looked at, or kept as a variant", async () => {
		await openView("facts");
		await write("The quay is 40 m long.");
		await seesText(/I-4 added/);
		await write("The quay is 40 m long.");
		await alikeDialog().getByText("The same as I-4").waitFor();
		await alikeDialog().getByText("100% alike: the same text").waitFor();
		await page.keyboard.press("Escape");
		await alikeDialog().waitFor({ state: "detached" });
		await expect.poll(() => page.getByLabel("Text", { exact: true }).inputValue()).toBe("The quay is 40 m long.");

		await page.keyboard.press("Control+Enter");
		await alikeDialog().getByRole("button", { name: "Show I-4", exact: true }).click();
		await role("region", /^Text of I-4/).waitFor();
		await role("dialog", "Add a text").waitFor({ state: "detached" });

		await write("The quay is 40 m long.");
		await alikeDialog().getByRole("button", { name: "Keep as a variant", exact: true }).click();
		await seesText(/I-5 added/);
		await expect.poll(added).toBe(5);
	});

	test("is asked about too where an Input says nearly the same, with what only one of them says", async () => {
		await openView("facts");
		await write(quayLog(40));
		await seesText(/I-4 added/);
		await write(quayLog(60));
		const nearly = role("dialog", "An Input says nearly the same");
		await nearly.getByText("Nearly I-4").waitFor();
		await nearly.getByText(/90% alike: I-4 has 8 of the 9 sentences of this text/).waitFor();
		const side = (name: string) => nearly.locator("dl > div").filter({ hasText: name }).getByRole("definition");
		await expect.poll(() => side("Only in the new text").allTextContents()).toEqual(["It is 60 m long."]);
		await expect.poll(() => side("Only in I-4").allTextContents()).toEqual(["It is 40 m long."]);
		await nearly.getByRole("button", { name: "Keep as a variant", exact: true }).press("Enter");
		await seesText(/I-5 added/);
	});

	test("of many dropped files those are asked about together, and the others are added", async () => {
		await openView("facts");
		const [a = "", b = "", c = ""] = ["a", "b", "c"].map((name) =>
			host.file(`${name}.txt`, `The ${name} is 3 m high.`),
		);
		host.drag("drop", [a, b]);
		await seesText(/2 files added/);
		host.drag("drop", [a, c, b]);
		const question = role("dialog", "2 texts are Inputs already");
		await question.getByText("The same as I-4").waitFor();
		await question.getByText("The same as I-5").waitFor();
		await seesText(/I-6 added/);
		await question.getByRole("button", { name: "Keep all as variants", exact: true }).click();
		await expect
			.poll(() => calls("inputAddFiles"))
			.toContainEqual(expect.objectContaining({ paths: [a, b], anyway: true }));
	});
});

describe("files without a discovery", () => {
	test("the discovery has the name of the first file that was added, and its text is shown", async () => {
		await start({ library: "empty" });
		host.drag("drop", [plan("plan.png"), wall()]);
		await role("button", "Title: wall").waitFor();
		await role("region", /^Text of I-1/).waitFor();
		await page.getByText("Notes from the wall").first().waitFor();
		await page.locator("[data-open]", { hasText: /\d (facts?|waiting)/ }).waitFor();
	});

	test("when every file is refused, no discovery is left behind", async () => {
		await start({ library: "empty" });
		host.drag("drop", [plan("plan.png"), plan("map.png")]);
		await seesText(/map\.png” is not a document/);
		await page.getByText("No discoveries yet").waitFor();
		await expect.poll(() => page.locator("[data-goes]").count()).toBe(0);
	});
});

describe("notes", () => {
	test("what could not be added is told until something is, and covers no discovery", async () => {
		await openView("facts");
		host.drag("drop", [plan("plan.png")]);
		const fault = page.getByText(/plan\.png” is not a document/).first();
		await fault.waitFor();
		const foot = async (of: Locator) => ((await of.boundingBox())?.y ?? 0) + ((await of.boundingBox())?.height ?? 0);
		const library = role("navigation", "Library");
		const notes = role("region", "Notifications");
		await expect
			.poll(async () => (await foot(library)) <= ((await notes.boundingBox())?.y ?? 0) + 1, { message: "room is made" })
			.toBe(true);
		host.drag("drop", [wall()]);
		await seesText(/I-4 added/);
		await fault.waitFor({ state: "detached" });
	});

	test("a file added from another view leaves the analyst there and offers to show it", async () => {
		await openView("facts");
		host.drag("drop", [wall()]);
		await seesText(/I-4 added/);
		await expect.poll(() => page.locator("[data-view]").getAttribute("data-view")).toBe("facts");
		await role("button", "Show").click();
		await page.getByText("Notes from the wall").first().waitFor();
	});

	test("the offer to undo goes when something else was done since", async () => {
		await openView("facts");
		await page.locator("[data-row='3']").click();
		await page.keyboard.press("a");
		const offer = role("button", "Undo");
		await offer.waitFor();
		await role("button", "Title: Harbour festival stage").click();
		await focusIn("input");
		await page.keyboard.type("Something else");
		await page.keyboard.press("Enter");
		await offer.waitFor({ state: "detached" });
		await page.locator("[data-row='3']", { hasText: "Accepted" }).waitFor();
	});

	test.each([
		["beside the library", {}, false],
		["without the library", {}, true],
		["in a window with little room", { width: 1000 }, false],
	])("%s they cover no button of the view", async (_, look, fold) => {
		await openView("review", look);
		if (fold) await page.keyboard.press("Control+b");
		await page.locator("main article").waitFor();
		await page.keyboard.press("j");
		await role("button", /^Accept/)
			.first()
			.waitFor();
		host.drag("drop", [wall(), plan("plan.png"), plan("map.png")]);
		await seesText(/map\.png” is not a document/);
		const covered = () =>
			page.evaluate(() =>
				[...document.querySelectorAll("main button, aside[data-side=inspector] button")]
					.filter((button) => {
						const { left, top, width, height } = button.getBoundingClientRect();
						const hit = document.elementFromPoint(left + width / 2, top + height / 2);
						return Boolean(hit?.closest("[role=region][aria-label=Notifications]"));
					})
					.map((button) => button.textContent),
			);
		await expect.poll(covered).toEqual([]);
	});
});

describe("facts", () => {
	const offered = (name: RegExp) => page.locator("aside").last().getByRole("button", { name, disabled: false }).count();

	test.each([
		["accepted", 0, [0, 1, 1]],
		["proposed", 3, [1, 1, 1]],
		["rejected", 16, [1, 0, 0]],
	] as const)("%s: a fact is offered only what the ledger allows", async (_, row, wanted) => {
		await openView("facts");
		await select(row);
		await expect.poll(() => Promise.all([/^Accept/, /^Reject/, /^Edit/].map(offered))).toEqual(wanted);
		if (wanted[0] === 0) await page.keyboard.press("a");
		if (wanted[1] === 0) await page.keyboard.press("r");
		await expect.poll(() => calls("factAccept")).toEqual([]);
		await expect.poll(() => calls("factReject")).toEqual([]);
	});

	test("of ticked facts only those that can be are decided, and none when none can", async () => {
		await openView("facts");
		for (const row of [0, 16]) await page.locator(`[data-row="${row}"] [data-tick]`).click();
		await expect.poll(() => role("button", "Accept 0").isDisabled()).toBe(true);
		await page.keyboard.press("a");
		await role("button", "Reject 1").click();
		await seesText("1 fact rejected");
		await expect.poll(() => calls("factAccept")).toEqual([]);
	});

	const selected = () => page.locator("[role=row][aria-selected=true]");

	test("J and K walk the list, A accepts and goes on, undo takes it back", async () => {
		await openView("facts");
		await page.locator("[data-row='0']").waitFor();
		for (let step = 0; step < 4; step++) await page.keyboard.press("j");
		await selected().filter({ hasText: "F-4" }).waitFor();
		await page.keyboard.press("a");
		await seesText("1 fact accepted");
		await selected().filter({ hasText: "F-5" }).waitFor();
		await page.locator("[data-row='3']", { hasText: "Accepted" }).waitFor();
		await page.keyboard.press("Control+z");
		await seesText("Undone: Accept F-4");
		await page.locator("[data-row='3']", { hasText: "New" }).waitFor();
		await page.keyboard.press("Control+Shift+z");
		await page.locator("[data-row='3']", { hasText: "Accepted" }).waitFor();
	});

	test("letters in the search field are letters", async () => {
		await openView("facts");
		await page.locator("[data-row='3']").click();
		await page.keyboard.press("/");
		await page.keyboard.type("raj");
		await expect.poll(() => page.getByLabel("Search facts").inputValue()).toBe("raj");
		await expect.poll(() => calls("factReject")).toEqual([]);
	});

	test("ticked facts are decided together, and conflicts are left for one by one", async () => {
		await openView("facts");
		for (const row of [3, 8, 9]) await page.locator(`[data-row="${row}"] [data-tick]`).click();
		await role("button", "Accept 2").click();
		await seesText("Conflicts are decided one by one");
		await seesText("2 facts accepted");
		await page.locator("[data-row='8']", { hasText: "Conflict" }).waitFor();
	});

	test("a conflict is decided in the inspector with one key", async () => {
		await openView("facts");
		await page.locator("[data-row='8']").click();
		await page.getByText("Two Inputs disagree").waitFor();
		await page.keyboard.press("2");
		await page.locator("[data-row='7']", { hasText: "Accepted" }).waitFor();
		await expect.poll(() => page.locator("[data-row]", { hasText: "Superseded" }).count()).toBe(0);
	});

	test("an edit that is refused keeps the words and says why; saved, it is a new version", async () => {
		await openView("facts");
		await select(1);
		await page.keyboard.press("e");
		await page.getByLabel("Value: Width").fill("6?");
		await page.keyboard.press("Control+Enter");
		await page.getByText(/6\?.? is more than a number with a unit/).waitFor();
		await expect.poll(() => page.getByLabel("Value: Width").inputValue()).toBe("6?");
		await select(2);
		await page.locator("[data-row='1']").click();
		await expect
			.poll(() => page.getByLabel("Value: Width").inputValue(), { message: "going away and back loses nothing" })
			.toBe("6?");
		await page.getByLabel("Value: Width").fill("6.1 m");
		await page.keyboard.press("Control+Enter");
		await page.getByText("Version 2").waitFor();
	});

	test("the inspector stays with a fact whose new version is undone and redone, and with an old one that was chosen", async () => {
		await openView("facts");
		const head = page.locator("aside[data-side=inspector] header");
		const isAt = (version: string) => expect.poll(() => head.textContent()).toMatch(new RegExp(`^F-2\\D*${version}$`));
		await select(1);
		for (const [value, version] of [
			["6.1 m", "Version 2"],
			["6.2 m", "Version 3"],
		] as const) {
			await page.keyboard.press("e");
			await page.getByLabel("Value: Width").fill(value);
			await page.keyboard.press("Control+Enter");
			await isAt(version);
		}
		await page.keyboard.press("Control+z");
		await isAt("Version 2");
		await page.keyboard.press("Control+Shift+z");
		await isAt("Version 3");
		await page.keyboard.press("Control+z");
		await isAt("Version 2");
		await page.keyboard.press("Control+z");
		await isAt("Accepted");
		await page.keyboard.press("Control+Shift+z");
		await isAt("Version 2");
		await page.locator("aside li button", { hasText: "v1" }).click();
		await isAt("Superseded");
		await page.keyboard.press("Control+Shift+z");
		await settled();
		await isAt("Superseded");
	});

	test("a refused quote shows the nearest passage as a hint, and what is missing is named", async () => {
		await openView("facts");
		await page.locator("[data-row='15']").click();
		await page.getByText("Nearest passage: a hint, not evidence").waitFor();
		await page.getByText("Differs in: digits").waitFor();
		await page.locator("[data-row='5']").click();
		await page.getByText("Statement and quote differ in:").waitFor();
	});
});

describe("the window", () => {
	test("the palette runs a command and gives the focus back", async () => {
		await openView("facts");
		await page.getByLabel("Search facts").focus();
		await page.keyboard.press("Control+k");
		// Nothing of what is typed on at once is lost.
		await page.keyboard.type("theme dark");
		await page.keyboard.press("Enter");
		await page.locator("html[data-theme=dark]").waitFor();
		await expect
			.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
			.toBe("Search facts");
	});

	test("the palette offers what the menus of what is shown can do, and only that", async () => {
		await openView("reports");
		await role("button", "Report from the recommendations").click();
		await role("navigation", "Outline").waitFor();
		await openDialog("Control+k");
		await page.keyboard.type("section under");
		await page.keyboard.press("Enter");
		await seesText("Section added");
		await showView("facts");
		await page.keyboard.press("Control+k");
		await role("combobox", "Search commands").waitFor();
		await page.keyboard.type("section under");
		await page.getByText("No command matches").waitFor();
	});

	test("a new section waits for its title, and a report is exported by a button", async () => {
		await openView("reports");
		await role("button", "Report from the recommendations").click();
		await role("button", "Add a section").click();
		const title = page.locator('input[aria-label="Title of the section"]');
		await title.waitFor();
		const selected = () =>
			title.evaluate((field: HTMLInputElement) =>
				field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
			);
		await expect.poll(selected).toBe("New section");
		await role("button", "Export").click();
		await role("menuitem", "Export as Word…").waitFor();
	});

	test("German is complete the moment it is chosen", async () => {
		await openView("facts");
		await openDialog("Control+,");
		await page.getByLabel("Deutsch").click();
		await role("dialog").getByText("Einstellungen").waitFor();
		await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("de");
	});

	test("the side panels fold away, are moved by keys, and stay so", async () => {
		await openView("facts");
		await select(3);
		const inspector = page.locator("aside").last();
		await role("separator", "Width of the dock").focus();
		const before = (await inspector.boundingBox())?.width ?? 0;
		await page.keyboard.press("ArrowLeft");
		await expect.poll(async () => (await inspector.boundingBox())?.width).toBe(before + 16);
		await page.keyboard.press("Control+b");
		await page.locator("aside").nth(1).waitFor({ state: "detached" });
		await expect
			.poll(() =>
				page.evaluate(() => JSON.parse(localStorage.getItem("factly.panels") ?? "{}").state?.widths.inspector),
			)
			.toBe(before + 16);
	});

	test("the dock opens for what is selected, and with nothing to show only where it is asked for", async () => {
		await openView("facts");
		const inspector = page.locator("aside[data-side=inspector]");
		await page.locator("[data-row='3']").click();
		await inspector.getByRole("heading", { name: "F-4", exact: true }).waitFor();
		await page.keyboard.press("Escape");
		await inspector.waitFor({ state: "detached" });
		await role("button", /inspector/i)
			.last()
			.click();
		await inspector.waitFor();
		await role("button", /inspector/i)
			.last()
			.click();
		await inspector.waitFor({ state: "detached" });
	});

	test("a toast waits while the pointer is on it", async () => {
		await openView("facts");
		await page.clock.install();
		await page.locator("[data-row='3']").click();
		await page.keyboard.press("a");
		await seesText("1 fact accepted");
		await page.getByText("1 fact accepted").hover();
		await page.clock.runFor(20_000);
		await expect.poll(() => page.getByText("1 fact accepted").count()).toBeGreaterThan(0);
	});
});
