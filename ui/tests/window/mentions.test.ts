import type { Locator } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { button, calls, card, discovery, factId, host, openDiscovery, page, role, showView } from "./browser.ts";

/** An "@" in a text field offers the items of the discovery: in every one that holds sentences. */

beforeEach(async () => {
	await openDiscovery({ width: 1440, height: 900 });
	for (const name of ["Backdrop", "Side wall (left)"])
		await host.value("item_add", { discovery: await discovery(), name, aliases: [] });
	await host.value("fact_set_item", { fact: await factId("F-2"), item: "i1" });
	await showView("items");
	await role("rowheader").getByRole("button", { name: "Side wall (left)", exact: true }).waitFor();
});

const TOKEN = String.raw`@item(i2:Side wall \(left\)) `;

/** Writes an "@" and a part of a name, and takes what is offered by Enter. */
async function mention(field: Locator): Promise<void> {
	await field.fill("");
	await field.pressSequentially("See @side");
	await role("option", "i2 — Side wall (left)").waitFor();
	await page.keyboard.press("Enter");
	await expect.poll(() => field.inputValue()).toBe(`See ${TOKEN}`);
	await expect.poll(() => role("listbox", "What can be mentioned").count()).toBe(0);
}

describe("the picker", () => {
	test("in the composer of a column, whose own keys wait meanwhile", async () => {
		await showView("pipeline");
		await card("N-1").click();
		await page.locator("[data-label=N-1][aria-selected=true]").waitFor();
		await page.keyboard.press("n");
		const field = page.locator("form textarea").first();
		await mention(field);
		await field.pressSequentially("and @");
		await role("option").first().waitFor();
		await page.keyboard.press("Escape");
		await expect.poll(() => field.inputValue(), { message: "Escape closes the list alone" }).toBe(`See ${TOKEN}and @`);
		await page.keyboard.press("Control+Enter");
		await expect.poll(() => calls("entityAdd")).toMatchObject([{ text: `See ${TOKEN}and @` }]);
		await expect
			.poll(() => page.locator("[data-label]", { hasText: "See Side wall (left) and @" }).count(), {
				message: "a card has the name, and no token",
			})
			.toBe(1);
	});

	test("in the edit of a card", async () => {
		await showView("pipeline");
		await card("N-1").click();
		await page.locator("[data-label=N-1][aria-selected=true]").waitFor();
		await page.keyboard.press("e");
		await mention(role("complementary").getByLabel("Text", { exact: true }));
	});

	test("in a field of one line, which Enter would send", async () => {
		await role("rowheader").getByRole("button", { name: "Backdrop", exact: true }).click();
		await page.locator("article section button:visible").last().click();
		const reason = role("dialog").getByLabel("Reason");
		await mention(reason);
		await expect.poll(() => calls("fieldOverride")).toEqual([]);
		const list = role("option");
		await reason.pressSequentially("@");
		await list.first().waitFor();
		const isInSight = async () => {
			const box = await list.first().boundingBox();
			const dialog = await role("dialog").boundingBox();
			return box && dialog && box.x >= dialog.x && box.width > 100;
		};
		await expect.poll(isInSight, { message: "the list is in sight" }).toBe(true);
	});

	test("in the goal, which stands in the header", async () => {
		await role("button", /^Goal/).click();
		await mention(role("textbox", "Goal"));
		await page.keyboard.press("Enter");
		await expect.poll(() => calls("discoveryUpdate")).toMatchObject([{ change: { goal: `See ${TOKEN.trim()}` } }]);
	});

	test("offers nothing in a name", async () => {
		await button("Add an item").first().click();
		const name = role("dialog").getByLabel("Name", { exact: true });
		await name.pressSequentially("@back");
		await expect.poll(() => name.inputValue()).toBe("@back");
		await expect.poll(() => role("option").count()).toBe(0);
	});
});
