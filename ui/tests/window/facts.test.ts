import { expect, test } from "vitest";
import { FLOOD } from "../host/made/large.ts";
import { button, calls, host, nodes, openDialog, openView, page, role, settled } from "./browser.ts";

/** The table of facts: ordered, grouped, its columns chosen and widened, and what is shown as a file. */

const heading = (name: string) => role("columnheader", name);
const rows = () =>
	page
		.locator("main [role=grid] [role=presentation] [role=row]")
		.evaluateAll((all) =>
			all
				.toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
				.map((row) => row.querySelector("[data-column=label]")?.textContent ?? row.textContent),
		);

test("a press on a heading orders by it, down the second time, and the third as the ledger has it", async () => {
	await openView("facts");
	await heading("Fact").waitFor();
	await heading("Value").getByRole("button").click();
	await expect.poll(() => heading("Value").getAttribute("aria-sort")).toBe("ascending");
	await expect
		.poll(async () => (await rows()).slice(0, 2), { message: "amounts of one kind by their size" })
		.toEqual(["F-5", "F-10"]);
	await heading("Value").getByRole("button").click();
	await expect.poll(() => heading("Value").getAttribute("aria-sort")).toBe("descending");
	await heading("Value").getByRole("button").click();
	await expect.poll(async () => (await rows())[0]).toBe("F-1");
});

test("groups are named and counted, the keys walk past their names, and what is shown goes out as CSV", async () => {
	await openView("facts", { width: 1600 });
	await page.getByLabel("Group by").selectOption("input");
	await expect.poll(async () => (await rows())[0]).toMatch(/^I-1 Kick-off with the venue/);
	await page.keyboard.press("j");
	await page.keyboard.press("j");
	await expect.poll(() => page.locator("main [role=row][aria-selected=true]").count()).toBe(1);
	await button("Columns and CSV").click();
	await role("menuitem", "Show Quote").click();
	await page.keyboard.press("Escape");
	host.choose(host.pathOf("facts.csv"));
	await openDialog("Control+k");
	await page.keyboard.type("Save as CSV");
	await page.keyboard.press("Enter");
	await expect
		.poll(() => calls<{ columns: string[]; facts: string[] }>("factsSave"))
		.toMatchObject([{ columns: ["label", "status", "key", "value", "text", "quote", "input", "confidence"] }]);
	const [saved] = await calls<{ facts: string[] }>("factsSave");
	expect(saved?.facts, "in the order of the table").toHaveLength(17);
});

test("the edge of a column is moved by arrows, and the window remembers it", async () => {
	await openView("facts", { width: 1600 });
	const key = heading("Key");
	const width = async () => (await key.boundingBox())?.width ?? 0;
	await key.waitFor();
	const before = await width();
	await role("separator", "Width of Key").focus();
	await page.keyboard.press("ArrowRight");
	await expect.poll(width).toBeGreaterThan(before);
	expect(await page.evaluate(() => localStorage.getItem("factly.facts"))).toContain('"key":9');
});

test("of many facts in another order only those in view are in the document", async () => {
	await openView("facts", { library: "large" }, FLOOD);
	await heading("Statement").getByRole("button").click();
	await settled();
	await expect.poll(() => heading("Statement").getAttribute("aria-sort")).toBe("ascending");
	expect(await role("grid").getAttribute("aria-rowcount")).toBe("10001");
	expect(await nodes()).toBeLessThan(2500);
});
