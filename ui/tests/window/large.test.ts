import { expect, test } from "vitest";
import { openView, page, role } from "./browser.ts";

/** 10,000 facts over a source of 1 MB: only what is in view is in the document. */

const open = async () => {
	await openView("facts", { library: "large" }, "Flood risk 2027");
	await page.locator("[data-row='0']").waitFor();
};
const rows = () => page.locator("[role=row]").count();

test("only the rows in view are drawn, at the start as at the end, and a decision is shown where it stands", async () => {
	await open();
	await expect.poll(() => role("grid").getAttribute("aria-rowcount")).toBe("10001");
	await expect.poll(() => rows()).toBeLessThan(60);
	await page.evaluate(() => {
		const scroller = document.querySelector("[role=grid] [role=presentation]");
		scroller?.scrollTo({ top: scroller.scrollHeight });
	});
	await page.locator("[data-row='9999']").click();
	await expect.poll(() => rows()).toBeLessThan(60);
	await page.keyboard.press("r");
	await page.locator("[data-row='9999']", { hasText: "Rejected" }).waitFor();
});
