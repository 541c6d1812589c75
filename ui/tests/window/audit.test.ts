import { expect, test } from "vitest";
import { breaks } from "../../../tests/e2e/harness/model.mjs";
import { button, calls, openView, page, role, seesText, setModel, settled, showView } from "./browser.ts";

const turn = () => page.locator("main section button[aria-current]", { hasText: /Round of questions/ });

/** Answers a question, which a model reads that is out of order. */
async function answer(): Promise<void> {
	await openView("work", { width: 1440, height: 900 });
	await page.locator("[data-question]").first().waitFor();
	await setModel(breaks("out of order"));
	await page.keyboard.press("j");
	await page.keyboard.type("12,000 EUR");
	await page.keyboard.press("Control+Enter");
	await role("region", "The last round").waitFor();
}

test("a turn whose reading failed is read again from its bundle, or with all that failed", async () => {
	await answer();
	await showView("audit");
	await turn().click();
	await button("Read now").click();
	await expect.poll(() => calls("bundleRetry")).toHaveLength(1);
	await settled();
	await button("Retry failed parts (1)").click();
	await expect.poll(() => calls("runsRetry")).toHaveLength(1);
	await page.locator("main section button[aria-current]").first().click();
	await seesText(/part 1 of/);
	await expect.poll(() => button("Read now").count(), { message: "one that was read is not read again" }).toBe(0);
});
