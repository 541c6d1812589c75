import { describe, expect, test } from "vitest";
import { button, openView, page, said, showView } from "./browser.ts";

/** What an answer to a question proves stands in no Input: every way to a fact's words leads to its bundle then. */

/** A round with one fact that is accepted: "Drilling allowed", said by the word YES. */
async function answered(): Promise<void> {
	await openView("work", { width: 1440, height: 900 });
	await page.locator("[data-question]").first().waitFor();
	await page.keyboard.press("j");
	await page.keyboard.press("Enter");
	await page.keyboard.press("1");
	await page.keyboard.press("Control+Enter");
	await page.getByRole("region", { name: "The last round" }).getByText("Drilling allowed: yes").waitFor();
}

const view = () => page.locator("header [role=tab][aria-selected=true]").first().textContent();
const marked = () => page.locator("main [data-selected=true]").allTextContents();

async function leadsToTheAnswer(): Promise<void> {
	await expect.poll(marked).toEqual(["YES"]);
	await expect.poll(() => view()).toBe("Audit");
	await page.locator("main").getByText("A1(qId=q1)").waitFor();
}

describe("words that were said in a turn are shown in its bundle", () => {
	test("from the page of an item", async () => {
		await answered();
		await showView("items");
		await button("Add an item").first().click();
		await page.getByLabel("Name", { exact: true }).fill("Backdrop");
		await page.keyboard.press("Enter");
		await page.getByRole("rowheader").getByRole("button", { name: "Backdrop" }).click();
		await button("Why Drilling allowed").click();
		await leadsToTheAnswer();
	});

	test("from the ledger, and by the key wherever the fact is selected", async () => {
		await answered();
		await showView("facts");
		const row = page.getByRole("row", { name: /Drilling allowed/ });
		await row.click();
		await page.keyboard.press("Enter");
		await leadsToTheAnswer();
		await showView("memory");
		await page.getByRole("tab", { name: "Catalogue" }).waitFor();
		await page.keyboard.press("Enter");
		await leadsToTheAnswer();
	});

	test("from a price that the fact tells", async () => {
		await answered();
		await showView("memory");
		await page.getByRole("tab", { name: "Catalogue" }).click();
		await page.getByRole("tabpanel").getByRole("button", { name: "Molton black" }).click();
		await button(/^Quote of F-/).click();
		await leadsToTheAnswer();
	});

	test("from the trace of an entity, whose link says what kind of words they are", async () => {
		await answered();
		await showView("pipeline");
		await page.locator("[data-label=I-1]").click();
		for (const key of ["ArrowRight", "End"]) await page.keyboard.press(key);
		await page.locator("[aria-selected=true]", { hasText: "Drilling allowed: yes" }).waitFor();
		await page.keyboard.press("t");
		await button("Answer to a question").click();
		await leadsToTheAnswer();
	});
});

describe("what an Input says is shown there", () => {
	test("from the trace of an entity, selected and marked", async () => {
		await openView("pipeline");
		await page.locator("[data-label=N-2]").click();
		await page.keyboard.press("t");
		await page
			.locator("article, section")
			.getByRole("button", { name: /I-1 Kick-off/ })
			.first()
			.click();
		await expect.poll(view).toBe("Source");
		await expect.poll(marked).toContain("The budget for the backdrop is €12,000");
	});

	test("a fact without a quote says so and leads nowhere", async () => {
		await openView("facts");
		await page.getByRole("row", { name: /18 lamps/ }).click();
		await page.keyboard.press("Enter");
		await said("F-16 has no quote to open.");
		await expect.poll(() => view()).toBe("Facts");
	});
});
