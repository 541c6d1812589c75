import { expect, test } from "vitest";
import { POTS } from "../host/made/decided.ts";
import { openView, page, role } from "./browser.ts";

/** The waiting facts are ranked by what was decided. */

const list = () => role("treegrid", "Inbox");
const head = () => role("main").locator("header").first();

test("what is like the accepted facts comes first, says so, and the inbox tells how much is left", async () => {
	await openView("review", { library: "decided" }, POTS);
	await expect.poll(() => list().getByRole("row").allTextContents()).toHaveLength(3);
	const rows = await list().getByRole("row").allTextContents();
	expect(rows.map((words) => words.includes("glaze"))).toEqual([true, false, false]);
	expect(rows[2]).toMatch(/Less likely worth keeping2/);
	await expect.poll(() => head().textContent()).toMatch(/Like 6 that you kept: .*glaze/);
	await page.getByText("What else went wrong in the workshop?").first().waitFor();
	await page.getByText(/^4 wait, about 1 of them worth keeping$/).waitFor();
});

test("what is unlikely is folded away, and says what is known of it", async () => {
	await openView("review", { library: "decided" }, POTS);
	await list().getByText("Less likely worth keeping").click();
	await page.getByText(/^The rest of their talk ranks higher or is decided/).waitFor();
	await list().press("Enter");
	await expect.poll(() => list().getByRole("row").allTextContents()).toHaveLength(5);
});

test("the order of before any decision can be chosen", async () => {
	await openView("review", { library: "decided" }, POTS);
	await page.getByText(/^4 wait, about/).waitFor();
	await role("combobox", "Order").selectOption("found");
	await expect.poll(() => list().getByRole("row").allTextContents()).toHaveLength(4);
	await list().getByText("Less likely worth keeping").waitFor({ state: "detached" });
});
