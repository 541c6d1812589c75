import { describe, expect, test } from "vitest";
import { documentOf } from "../../../tests/e2e/harness/pdf.mjs";
import type { AddReport } from "../../src/ipc/bindings.ts";
import { discovery, host, openDialog, openView, page, role, showView } from "./browser.ts";

/** There is one way to words, from wherever they are named: they are in sight, marked, and have the focus. */

const text = () => role("region", /^Text/);
const marked = () => page.locator("[data-place]");
const words = (label: string) => page.locator(`[data-facts][aria-label*="Fact ${label},"]`).first();

/** Returns the distance of the first words from the middle of the view, in heights of the view; half of one is its edge. */
const offCentre = (selector: string) =>
	page.evaluate((wanted) => {
		const box = document.querySelector(wanted)?.getBoundingClientRect();
		const view = document.querySelector(wanted)?.closest("section")?.getBoundingClientRect();
		if (!box || !view) return Number.POSITIVE_INFINITY;
		return Math.abs(box.top + box.height / 2 - view.top - view.height / 2) / view.height;
	}, selector);

const focused = (selector: string) =>
	page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

const hit = () => role("listbox", "What was found").getByRole("option").first();

async function search(typed: string): Promise<void> {
	await openDialog("Control+Shift+F");
	await page.keyboard.type(typed);
	await hit().waitFor();
}

async function isThere(what: string): Promise<void> {
	await expect.poll(() => marked().allTextContents(), { message: "the words are marked" }).toEqual([what]);
	await expect.poll(() => offCentre("[data-place]"), { message: "and in sight" }).toBeLessThan(0.5);
	await expect.poll(() => focused("[data-place]"), { message: "and have the focus" }).toBe(true);
}

test("a search hit opens at its words, whatever the inbox had selected", async () => {
	await openView("review");
	await page.keyboard.press("ArrowDown");
	await search("neighbours");
	await page.keyboard.press("Enter");
	await isThere("neighbours");
	await expect.poll(() => page.locator("[data-fact-card][aria-current]").count()).toBe(0);
	await expect.poll(() => page.evaluate(() => document.getSelection()?.toString())).toBe("neighbours");
	expect(await role("button", /^Add fact from this/).count(), "nobody selected words to make a fact of").toBe(0);
});

test("the same place twice is marked twice, and Escape takes the mark away", async () => {
	await openView("coverage");
	const passage = () => role("main").getByTitle("Show in the Input").first();
	const passageStart = ((await passage().textContent()) ?? "").slice(0, 12);
	for (const time of ["once", "twice"]) {
		await passage().click();
		await expect.poll(() => marked().first().textContent(), { message: time }).toContain(passageStart);
		await expect.poll(() => focused("[data-place]"), { message: time }).toBe(true);
		if (time === "once") await showView("coverage");
	}
	await page.keyboard.press("Escape");
	await expect.poll(() => marked().count()).toBe(0);
});

test("Enter on a fact of the list opens its words, and these have the focus", async () => {
	await openView("facts");
	await role("row").filter({ hasText: "F-15" }).first().click();
	await page.keyboard.press("Enter");
	await words("F-15").waitFor();
	await expect.poll(() => words("F-15").evaluate((element) => element === document.activeElement)).toBe(true);
});

test("a source that is chosen stays open, though a fact of another is selected", async () => {
	await openView("source");
	await text().waitFor();
	await page.keyboard.press("j");
	await expect.poll(() => page.locator("[data-fact-card][aria-current]").count()).toBe(1);
	await role("button", /^Input: /).click();
	await role("button", /^I-2 /).click();
	await role("region", /^Text of I-2/).waitFor();
	await expect.poll(() => role("button", /^I-2 /).count(), { message: "the list of sources closes" }).toBe(0);
	await expect.poll(() => role("region", /^Text of I-2/).count()).toBe(1);
});

test("Escape takes away one thing at a time, the topmost first", async () => {
	await openView("source");
	await text().waitFor();
	await page.keyboard.press("j");
	const selected = () => page.locator("[data-fact-card][aria-current]").count();
	await expect.poll(selected).toBe(1);
	await role("button", /^Input: /).click();
	await role("button", /^I-2 /).waitFor();
	await page.keyboard.press("Escape");
	await expect.poll(() => role("button", /^I-2 /).count(), { message: "the list of sources" }).toBe(0);
	expect(await selected(), "and nothing under it").toBe(1);
	await role("region", /^Text/).focus();
	await page.keyboard.press("s");
	const offer = role("button", /^Add fact from this/);
	await offer.waitFor();
	await page.keyboard.press("Escape");
	await expect.poll(() => offer.count(), { message: "the words that are selected" }).toBe(0);
	expect(await page.evaluate(() => document.getSelection()?.toString() ?? "")).toBe("");
	expect(await selected()).toBe(1);
	await page.keyboard.press("Escape");
	await expect.poll(selected).toBe(0);
});

test("each source keeps the place at which it was read", async () => {
	await openView("source", { height: 420 });
	await text().waitFor();
	const lines = () =>
		text().evaluate((view) => {
			const { top, bottom } = view.getBoundingClientRect();
			const rows = [...view.querySelectorAll("[data-block-start]")].filter((row) => {
				const box = row.getBoundingClientRect();
				return box.top >= top && box.bottom <= bottom;
			});
			return rows.map((row) => row.getAttribute("data-block-start")).join(" ");
		});
	await text().evaluate((view) => view.scrollTo(0, 160));
	let left = "";
	// Rows that come into view may turn out higher than was guessed.
	await expect
		.poll(async () => {
			const before = left;
			left = await lines();
			return left !== "" && left === before;
		})
		.toBe(true);
	await showView("review");
	await role("treegrid").waitFor();
	await showView("overview");
	await showView("source");
	await expect.poll(lines).toBe(left);
});

describe("a document that was last looked at as pages", () => {
	const pages = [
		"This page says nothing of note.",
		"The flood wall is 840 m long and was built in 1994.",
		"The lamps are missing on the eastern stairs.",
	];

	async function openPages(): Promise<void> {
		await openView("source");
		const path = host.file("wall.pdf", documentOf(pages, { title: "The flood wall" }));
		const args = { discovery: await discovery(), paths: [path], anyway: true, task: "t", progress: "__CHANNEL__:0" };
		const { added } = await host.value<AddReport>("input_add_files", args);
		await role("button", /^Input: /).click();
		await role("button", new RegExp(`^${added[0]?.label} `)).click();
		await role("button", "Pages").click();
		await role("region", /^Pages/).waitFor();
	}

	test("a hit is marked on its page", async () => {
		await openPages();
		await showView("review");
		await search("flood wall");
		await hit().filter({ hasText: "840 m" }).click();
		await expect.poll(() => offCentre("figure [data-place]"), { message: "in sight" }).toBeLessThan(0.5);
		await expect.poll(() => focused("figure [data-place]"), { message: "with the focus" }).toBe(true);
		const on = () => page.locator("figure:has([data-place]) figcaption").textContent();
		await expect.poll(on).toContain("2");
	});

	test("words that stand on no page are shown in the text", async () => {
		await openPages();
		await search("neighbours");
		await page.keyboard.press("Enter");
		await text().waitFor();
		await isThere("neighbours");
	});
});
