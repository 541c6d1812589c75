import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, openWindow } from "./browser.ts";

/** 10,000 facts over a source of 1 MB: only what is in view is in the document. */

let browser: Browser;
let page: Page;
beforeAll(async () => {
	browser = await launch();
	({ page } = await openWindow(browser, { scenario: "large" }));
	await page.locator("[data-open]", { hasText: "Flood risk 2027" }).click();
	await page.getByRole("tab").first().waitFor();
	await page.keyboard.press("Control+4");
	await page.locator("[data-row='0']").waitFor();
});
afterAll(() => browser.close());

const rows = () => page.locator("[role=row]").count();

test("the grid says how many rows there are and draws only those in view", async () => {
	expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("10001");
	expect(await rows()).toBeLessThan(60);
});

test("the last row comes into view by scrolling to the end, with no more rows drawn", async () => {
	await page.evaluate(() => {
		const scroller = document.querySelector("[role=grid] [role=presentation]");
		scroller?.scrollTo({ top: scroller.scrollHeight });
	});
	await page.locator("[data-row='9999']").waitFor();
	expect(await rows()).toBeLessThan(60);
});

test("one decision among them is shown where it stands", async () => {
	await page.locator("[data-row='9999']").click();
	await page.keyboard.press("r");
	await page.locator("[data-row='9999']", { hasText: "Rejected" }).waitFor();
});

test("the parts that failed can be read again", async () => {
	await page.keyboard.press("Control+5");
	await page.getByRole("button", { name: "Retry failed parts (3)" }).click();
	await page.getByRole("button", { name: /Retry failed parts/ }).waitFor({ state: "detached" });
});
