import { expect, test } from "vitest";
import type { EntityDetail } from "../../src/ipc/bindings.ts";
import { card, discovery, host, openDialog, openView, page, role, seesText } from "./browser.ts";

/** An insight is made wherever facts are selected, and what it rests on is looked for by its words. */

const form = () => role("dialog", "Make an insight");
const carrying = () => form().getByRole("list", { name: "Rests on", exact: true }).locator("b").allTextContents();
const links = async (label: string) => {
	const detail = await host.value<EntityDetail>("entity_detail", { discovery: await discovery(), label });
	return JSON.stringify(detail);
};

async function write(words: string): Promise<void> {
	await form().getByLabel("New insight").fill(words);
	await page.keyboard.press("Control+Enter");
	await form().waitFor({ state: "detached" });
}

test("of facts that are ticked in the list", async () => {
	await openView("facts");
	for (const label of ["F-1", "F-5", "F-14"]) {
		await role("row").filter({ hasText: label }).first().click();
		await page.keyboard.press("x");
	}
	await role("main")
		.getByRole("button", { name: /^Make an insight/ })
		.click();
	await expect.poll(carrying).toEqual(["F-1", "F-5", "F-14"]);
	await write("Three evenings cost what the backdrop costs");
	await seesText("Insight N-7 added");
	await seesText(/^\d+ facts$/);
	const focused = () => page.evaluate(() => document.activeElement?.getAttribute("role"));
	await expect.poll(focused, { message: "the keys are the list's again" }).toBe("grid");
	await role("button", "Show").click();
	await role("heading", "N-7").waitFor();
	for (const label of ["F-1", "F-5", "F-14"]) expect(await links("N-7")).toContain(label);
});

test("of what the inbox is at, by its key, with more of it found by words", async () => {
	await openView("review");
	await role("heading", "F-9").waitFor();
	await page.keyboard.press("j");
	await role("heading", "F-6").waitFor();
	await page.keyboard.press("i");
	await expect.poll(carrying).toEqual(["F-6"]);
	const field = form().getByRole("combobox", { name: "Rests on", exact: true });
	await field.fill("eastern stairs");
	await expect.poll(() => form().getByRole("option").first().textContent()).toContain("F-15");
	await field.press("Enter");
	await expect.poll(carrying).toEqual(["F-6", "F-15"]);
	await field.press("Backspace");
	await expect.poll(carrying).toEqual(["F-6"]);
	await field.fill("f-14");
	await write("The curtain and the noise decide");
	await seesText("N-7 added");
	expect(await links("N-7"), "labels that were written out count too").toContain("F-14");
});

test("of an insight a recommendation, from its details and by the same key", async () => {
	await openView("pipeline");
	await card("N-2").click();
	await role("complementary")
		.getByRole("button", { name: /^Make a recommendation/ })
		.click();
	const made = role("dialog", "Make a recommendation");
	await made.getByText("The quote is over the budget by €1,450.00 before the deposit is paid").waitFor();
	await page.keyboard.press("Escape");
	await made.waitFor({ state: "detached" });
	await page.keyboard.press("i");
	await made.getByLabel("New recommendation").fill("Ask for a discount");
	await made.getByRole("button", { name: "Add recommendation", exact: true }).click();
	await seesText("Recommendation R-4 added");
	expect(await links("R-4")).toContain("N-2");
});

test("what is confirmed moves no button under the pointer", async () => {
	await openView("pipeline");
	await card("N-1").click();
	const edit = role("complementary").getByRole("button", { name: /^Edit/ });
	await edit.waitFor();
	const before = await edit.boundingBox();
	await role("complementary")
		.getByRole("button", { name: /^Confirm/ })
		.click();
	await role("button", "Confirmed").waitFor();
	expect(await edit.boundingBox()).toEqual(before);
});

test("what can be made is in the palette", async () => {
	await openView("overview");
	await openDialog("Control+k");
	await page.keyboard.type("insight");
	await role("option", /Make an insight/).click();
	await form().waitFor();
	await page.keyboard.press("Escape");
	await form().waitFor({ state: "detached" });
});
