import { describe, expect, test } from "vitest";
import { discovery, enter, factId, host, openView, openWindow, page, role, showView } from "./browser.ts";

/** Names of keys, in German, on every screen that says them. One that no pack ships keeps its own label. */

const main = () => page.locator("main");

describe("in German, keys are called in German", () => {
	test("in the ledger and the inspector", async () => {
		await openView("facts", { language: "de", width: 1600 });
		const rows = main().locator("[data-row]");
		await rows.filter({ hasText: "Breite" }).first().waitFor();
		await rows.filter({ hasText: "Guests per night" }).first().waitFor();
		await expect.poll(() => rows.getByText("Width", { exact: true }).count()).toBe(0);
		await rows.filter({ hasText: "Breite" }).first().click();
		await page.locator("aside dl dd", { hasText: "Breite item.dimensions.width" }).waitFor();
		await page.keyboard.press("e");
		await page.getByLabel("Wert: Breite").waitFor();
	});

	test("beside the source, and where a key is chosen", async () => {
		await openView("source", { language: "de" });
		await main().getByText("Breite: 6 m").waitFor();
		await expect.poll(() => main().getByText("Width:").count()).toBe(0);
	});

	test("in the inbox", async () => {
		await openView("review", { language: "de" });
		await main().locator("article").getByText("Breite:").first().waitFor();
	});

	test("in the table of items, on an item's page, and in what is said of a field", async () => {
		await openWindow({ language: "de" });
		await enter();
		await host.value("item_add", { discovery: await discovery(), name: "Backdrop", aliases: [] });
		await host.value("fact_set_item", { fact: await factId("F-2"), item: "i1" });
		await showView("items");
		await role("columnheader", /^Breite/).waitFor();
		await role("button", "Spalten").click();
		await role("menuitem", /Breite/).waitFor();
		await page.keyboard.press("Escape");
		await role("rowheader").getByRole("button", { name: "Backdrop", exact: true }).click();
		await role("region", "Breite").waitFor();
	});

	test("in the state", async () => {
		await openView("work", { language: "de" });
		await page.getByText("Breite: ").first().waitFor();
	});
});
