import { describe, expect, test } from "vitest";
import { CARDS, MANY } from "../host/made/many.ts";
import {
	calls,
	card,
	edit,
	host,
	type Look,
	nodes,
	openView,
	page,
	quayLog,
	role,
	seesText,
	settled,
	showView,
} from "./browser.ts";

/** The five columns: what they show, what the keys and the pointer do to cards, and 100,000 of them. */

async function start(look: Look = {}, title?: string): Promise<void> {
	await openView("pipeline", look, title);
	await card("I-1").waitFor();
}
/** Changes a card's text behind the window's back, which nothing compares with the column. */
const inspector = () => page.locator("aside[data-side=inspector]");
const selected = () =>
	page.locator("[role=gridcell][aria-selected=true]").evaluateAll((cells) => cells.map((cell) => cell.dataset.label));
const column = (kind: string) =>
	page.locator(`[data-column=${kind}] [data-label]`).evaluateAll((cells) =>
		cells
			.filter((cell) => !cell.parentElement?.hidden)
			.toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
			.map((cell) => cell.dataset.label),
	);

describe("for screen readers", () => {
	test("it is one grid with its columns counted, and a card is named with status and links", async () => {
		await start();
		await role("button", /^Show \d+ new$/).click();
		const grid = role("grid");
		await expect.poll(() => grid.getAttribute("aria-colcount")).toBe("5");
		await expect
			.poll(() => grid.getAttribute("aria-rowcount"), { message: "as many as the longest column has" })
			.toBe("16");
		await expect
			.poll(() => card("N-2").getAttribute("aria-label"))
			.toBe(
				"Insight N-2, confirmed, version 2, rests on 2 facts, 1 recommendation rests on it: The quote is over the budget by €1,450.00 before the deposit is paid",
			);
		await expect.poll(() => card("N-2").getAttribute("aria-colindex")).toBe("3");
		await expect.poll(() => card("N-2").locator("xpath=..").getAttribute("aria-rowindex")).toBe("2");
		expect(
			await card("N-2").evaluate((cell) => cell.parentElement?.querySelectorAll("*").length),
			"6 with the row",
		).toBe(5);
	});
});

describe("conclusions are read where they stand", () => {
	const long = `${"Every word of it counts. ".repeat(40).trim()}\n\nSo measure again.`;

	test("all words of one are on its card, the next begins below it, and a fact stays two lines", async () => {
		await start({ width: 1600, height: 900 });
		await edit("N-2", long);
		await expect.poll(() => card("N-2").textContent()).toContain("So measure again.");
		const cut = (label: string) =>
			card(label).evaluate((cell) => [...cell.children].some((part) => part.scrollHeight > part.clientHeight + 1));
		await expect.poll(() => cut("N-2"), { message: "nothing of it is cut" }).toBe(false);
		const box = async (label: string) => (await card(label).boundingBox()) ?? { y: 0, height: 0 };
		await expect
			.poll(async () => (await box("N-3")).y - (await box("N-2")).y - (await box("N-2")).height)
			.toBeGreaterThan(0);
		expect((await box("F-1")).height).toBeLessThan(100);
	});

	test("board and outline are two views of one selection, in view in both", async () => {
		await start();
		for (const label of ["N-1", "N-2", "N-3", "N-4", "N-5"]) await edit(label, `${long} (${label})`);
		await expect.poll(() => card("N-2").textContent()).toContain("(N-2)");
		await showView("outline");
		await page.locator("main nav button", { hasText: "N-6" }).click();
		await page.getByText("N-6 traced to its Inputs").waitFor();
		await page.locator("main [data-goes=pipeline]").click();
		await expect.poll(selected).toEqual(["N-6"]);
		await expect
			.poll(
				() =>
					card("N-6").evaluate((cell) => {
						const { top, bottom } = cell.getBoundingClientRect();
						const column = cell.closest("[data-column]")?.getBoundingClientRect();
						return column !== undefined && top >= column.top && bottom <= column.bottom;
					}),
				{ message: "it is in view below cards that were higher than was guessed" },
			)
			.toBe(true);
		await card("O-2").click();
		await showView("outline");
		const current = page.locator("main nav button[aria-current=true]");
		await expect.poll(() => current.textContent()).toContain("O-2");
	});
});

describe("by keys", () => {
	test("arrows walk cards and columns, Enter opens the chain, Escape comes back", async () => {
		await start();
		await page.keyboard.press("j");
		await expect.poll(selected).toEqual(["I-1"]);
		for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) {
			await page.keyboard.press(key);
			await settled();
		}
		await expect.poll(selected).toEqual(["N-2"]);
		await inspector().getByRole("heading", { name: "N-2", exact: true }).waitFor();
		await page.keyboard.press("Enter");
		await page.getByText("N-2 traced to its Inputs").first().waitFor();
		await page.locator("mark", { hasText: "The budget for the backdrop is €12,000" }).waitFor();
		await page.keyboard.press("Escape");
		await page.keyboard.press("ArrowUp");
		await expect.poll(selected, { message: "the grid has the focus again" }).toEqual(["N-1"]);
	});

	test("Space peeks at the whole text", async () => {
		await start();
		await card("R-2").click();
		await page.keyboard.press("Space");
		const peek = role("status").filter({ hasText: "Ask Holm & Sons for a price without delivery" });
		await peek.waitFor();
		await page.keyboard.press("Escape");
		await peek.waitFor({ state: "detached" });
		await expect.poll(() => selected(), { message: "Escape takes back one thing at a time" }).toEqual(["R-2"]);
	});

	test("L links with a card of a neighbouring column, and with no other", async () => {
		await start();
		await card("N-6").click();
		await page.keyboard.press("l");
		await page.getByText("Link N-6: choose the other card").waitFor();
		await page.keyboard.press("ArrowLeft");
		await settled();
		await page.keyboard.press("Enter");
		await seesText(/F-\d+ and N-6 linked/);
		await expect.poll(() => calls("entityLink")).toMatchObject([{ links: [{ down: "N-6" }] }]);
		await page.getByText("Link N-6: choose").waitFor({ state: "detached" });
	});

	test("what changed nothing says so, and the offer to undo what did stays right", async () => {
		await start();
		const linkToTheLeft = async () => {
			await card("N-6").click();
			await page.keyboard.press("l");
			await page.getByText("Link N-6: choose the other card").waitFor();
			await page.keyboard.press("ArrowLeft");
			await settled();
			await page.keyboard.press("Enter");
		};
		await linkToTheLeft();
		await seesText(/F-\d+ and N-6 linked/);
		await linkToTheLeft();
		await seesText("Nothing changed: it was so already");
		await expect.poll(() => calls("entityLink")).toHaveLength(2);
		const offer = role("button", "Undo");
		await expect.poll(() => offer.count(), { message: "one offer, of the link" }).toBe(1);
		await offer.click();
		await seesText(/^Undone: Link F-\d+ to N-6/);
	});

	test("Delete takes cards away with an offer to undo, and what rested on them is marked", async () => {
		await start();
		await card("N-4").click();
		await page.keyboard.press("Delete");
		await seesText("N-4 deleted · 2 marked");
		await card("N-4").waitFor({ state: "detached" });
		await page.locator("[data-label=R-3]", { hasText: "Risky" }).waitFor();
		await page.keyboard.press("Control+z");
		await card("N-4").waitFor();
	});

	test("N writes a card linked to what is selected before it, and letters in its field are letters", async () => {
		await start();
		await card("F-1").click();
		await card("F-5").click({ modifiers: ["Control"] });
		await role("button", "Add an insight").click();
		await page.getByLabel("New insight").fill("");
		await page.keyboard.type("Delta lamps are needed");
		const chosen = () => role("list", "Rests on").getByRole("listitem").locator("b").allTextContents();
		await expect.poll(chosen).toEqual(["F-1", "F-5"]);
		await page.keyboard.press("Control+Enter");
		await seesText("N-7 added");
		await expect.poll(selected).toEqual(["N-7"]);
		await expect.poll(() => calls("entityDelete")).toEqual([]);
	});

	test("Shift and arrows select a range, and one decision is one step for all", async () => {
		await start();
		await card("N-2").click();
		await page.keyboard.press("Shift+ArrowDown");
		await page.keyboard.press("Shift+ArrowDown");
		await expect.poll(selected).toEqual(["N-2", "N-3", "N-4"]);
		await role("toolbar", "For the selected cards").getByRole("button", { name: "Archive", exact: true }).click();
		await seesText(/3 cards archived/);
		await role("button", "Archived").last().click();
		await expect.poll(() => column("insight")).toEqual(["N-2", "N-3", "N-4"]);
		await page.keyboard.press("Control+z");
		await expect.poll(() => column("insight")).toEqual([]);
	});
});

describe("by pointer", () => {
	test("a trace that was let go is not shown again while another is fetched", async () => {
		await start();
		const tracing = () => role("grid").getAttribute("data-tracing");
		await card("N-4").hover();
		await expect.poll(tracing).toBe("true");
		await page.mouse.move(5, 5);
		await expect.poll(tracing).toBe("false");
		await page.evaluate(() => window.testDoor?.hold("pipelineTrace"));
		await card("N-1").hover();
		await expect.poll(async () => JSON.stringify((await calls("pipelineTrace")).at(-1))).toContain("N-1");
		// It is asked for before the pointer has rested for long enough to be shown one.
		await page.waitForTimeout(100);
		expect(await tracing(), "of N-4, which nobody looks at").toBe("false");
		await page.evaluate(() => window.testDoor?.release("pipelineTrace"));
		await expect.poll(tracing).toBe("true");
		expect(await card("N-4").getAttribute("data-traced")).toBeNull();
	});

	test("Ctrl and Shift take more than one", async () => {
		await start();
		await card("N-1").click();
		await card("N-3").click({ modifiers: ["Shift"] });
		await card("R-1").click({ modifiers: ["Control"] });
		await expect.poll(async () => (await selected()).toSorted()).toEqual(["N-1", "N-2", "N-3", "R-1"]);
	});
});

describe("what changes", () => {
	test("an edit is a new version, its old text can be compared and brought back", async () => {
		await start();
		await card("N-3").click();
		await page.keyboard.press("e");
		await page.getByLabel("Text", { exact: true }).fill("The order has to be out by 6 April 2026");
		await page.keyboard.press("Control+Enter");
		await seesText("N-3 edited · 1 marked");
		await inspector().getByRole("button", { name: /^v1/ }).click();
		await inspector().locator("del", { hasText: "eight weeks" }).waitFor();
		await inspector().getByRole("button", { name: "Bring back version 1", exact: true }).click();
		await inspector().getByText("Version 3").waitFor();
	});

	test("an Input is edited as its whole text, and its card keeps its title", async () => {
		await start();
		await card("I-3").click();
		await page.keyboard.press("e");
		const field = page.getByLabel("Text", { exact: true });
		await expect.poll(() => field.inputValue()).toMatch(/^I: How loud may it get after ten\?/);
		await field.press("Control+End");
		await page.keyboard.type(" It is back on in June.");
		await page.keyboard.press("Control+Enter");
		await seesText(/I-3 edited/);
		await page.locator("[data-label=I-3]", { hasText: "Interview: night watch" }).waitFor();
		await inspector().getByText("Version 2").waitFor();
	});

	test("a link is removed in the inspector, but not where it is evidence", async () => {
		await start();
		await card("N-2").click();
		await inspector().getByRole("button", { name: "Unlink F-5", exact: true }).click();
		await seesText("F-5 and N-2 unlinked");
		await card("F-1").click();
		await inspector().getByRole("button", { name: /^I-1/ }).waitFor();
		await expect.poll(() => inspector().getByRole("button", { name: "Unlink I-1", exact: true }).count()).toBe(0);
		await inspector().getByRole("button", { name: /^N-4/ }).click();
		await expect.poll(selected, { message: "a link goes to its card" }).toEqual(["N-4"]);
	});

	test("a scan shows Inputs that are alike, to be seen, deleted or kept", async () => {
		await start();
		await card("I-1").click();
		host.drag(
			"drop",
			[1, 2, 3].map((no) => host.file(`${no}.txt`, `The gate of quay ${no} is ${no} m wide.`)),
		);
		await card("I-6").waitFor();
		for (const [label, length] of [
			["I-4", 40],
			["I-5", 60],
			["I-6", 80],
		] as const)
			await edit(label, quayLog(length));
		const dialog = role("dialog");
		await role("button", "More for the pipeline").click();
		await role("menuitem", "Find duplicates").click();
		await dialog.getByText("Deleting an Input deletes the facts that only it proves").waitFor();
		await expect.poll(() => dialog.getByRole("radio").count(), { message: "Inputs are not merged" }).toBe(0);
		await dialog.getByRole("button", { name: "Delete I-5", exact: true }).click();
		await seesText("I-5 deleted");
		await expect
			.poll(() => dialog.getByRole("button", { name: /^Show I-/ }).allTextContents(), {
				message: "the others are left",
			})
			.toEqual(["Show I-4", "Show I-6"]);
		await dialog.getByRole("button", { name: "Keep all as variants", exact: true }).click();
		await seesText("I-4, I-6 kept as variants");
	});

	test("several cards dragged to one are linked to it as one step", async () => {
		await start({ height: 1200 });
		await card("F-1").click();
		await card("F-2").click({ modifiers: ["Control"] });
		await card("F-1").hover();
		await page.mouse.down();
		const onto = await card("N-6").boundingBox();
		await page.mouse.move((onto?.x ?? 0) + 40, (onto?.y ?? 0) + 20, { steps: 8 });
		await page.mouse.up();
		await seesText("2 cards linked to N-6");
	});

	test("a trace is saved as Markdown", async () => {
		await start();
		await card("O-1").click();
		await page.keyboard.press("Enter");
		host.choose(host.pathOf("O-1.md"));
		await role("button", "Save as Markdown…").click();
		await seesText(/^Saved to .*O-1\.md$/);
		await expect.poll(() => calls("traceSave")).toMatchObject([{ label: "O-1" }]);
	});
});

describe("a trace on paper", () => {
	test("is alone, in light, whole, and without its buttons", async () => {
		await start({ theme: "dark" });
		await card("O-1").click();
		await page.keyboard.press("t");
		await page.locator("mark").first().waitFor();
		await page.emulateMedia({ media: "print" });
		const printed = (selector: string) => page.locator(selector).first().isVisible();
		await expect
			.poll(() => Promise.all(["header h1", "aside", "#pipeline-grid"].map(printed)))
			.toEqual([false, false, false]);
		await expect.poll(() => role("button", "Print").isVisible()).toBe(false);
		const look = () =>
			page.locator("[data-print]").evaluate((report) => ({
				colour: getComputedStyle(report).color,
				cut: report.scrollHeight - report.clientHeight,
			}));
		await expect.poll(look).toEqual({ colour: "rgb(28, 29, 32)", cut: 0 });
	});
});

describe("20,000 cards", () => {
	test("at most 2,000 elements at any place, and every count right", async () => {
		await start({ library: "many", width: 2560, height: 1440 }, MANY);
		await expect.poll(() => role("grid").getAttribute("aria-rowcount")).toBe(`${CARDS.insights}`);
		await expect.poll(() => nodes()).toBeLessThan(2000);
		await card("I-1").click();
		await inspector().getByRole("button", { name: "Show 50 more", exact: true }).waitFor();
		await expect.poll(() => nodes(), { message: "an Input that carries thousands of facts" }).toBeLessThan(2000);
		for (const share of [0.25, 0.999, 0.5]) {
			await page.locator("[data-column]").evaluateAll((columns, at) => {
				for (const one of columns) one.scrollTop = one.scrollHeight * at;
			}, share);
			await settled();
			await expect.poll(() => nodes()).toBeLessThan(2000);
			await expect.poll(() => page.locator("[data-column=insight] [aria-busy=true]").count()).toBe(0);
		}
	});

	test("the last card is reached by a key, is the last row, and its trace leads back", async () => {
		await start({ library: "many" }, MANY);
		await card("N-1").click();
		await page.keyboard.press("End");
		await expect.poll(selected).toEqual([`N-${CARDS.insights}`]);
		await expect
			.poll(() => card(`N-${CARDS.insights}`).locator("xpath=..").getAttribute("aria-rowindex"))
			.toBe(`${CARDS.insights}`);
		await page.locator("[role=grid][data-tracing=true]").waitFor();
		await role("button", /1 traced/)
			.first()
			.waitFor();
		await page.keyboard.press("Home");
		await expect.poll(selected).toEqual(["N-1"]);
	});

	test("searching them shows the old cards until the new ones are there", async () => {
		await start({ library: "many" }, MANY);
		await settled();
		const callsBefore = (await calls("pipelineCards")).length;
		await page.evaluate(() => window.testDoor?.hold("pipelineCards"));
		await page.keyboard.press("/");
		await page.keyboard.type("reading 11999");
		await expect.poll(async () => (await calls("pipelineCards")).length).toBeGreaterThan(callsBefore);
		expect((await column("insight")).length, "no blank between").toBeGreaterThan(0);
		await page.evaluate(() => window.testDoor?.release("pipelineCards"));
		await expect.poll(() => column("insight")).toEqual(["N-11999"]);
	});
});
