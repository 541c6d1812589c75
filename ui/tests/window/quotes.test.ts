import { describe, expect, test } from "vitest";
import { openView, page, role, seesText } from "./browser.ts";

const view = () => page.locator("[data-view]").getAttribute("data-view");
const marked = () => page.locator("main [data-selected=true]").allTextContents();

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
		await expect.poll(view).toBe("source");
		await expect.poll(marked).toContain("The budget for the backdrop is €12,000");
	});

	test("a fact without a quote says so and leads nowhere", async () => {
		await openView("facts");
		await role("row", /18 lamps/).click();
		await page.keyboard.press("Enter");
		await seesText("F-16 has no quote to open.");
		await expect.poll(() => view()).toBe("facts");
	});
});
