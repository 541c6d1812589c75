import { describe, expect, test } from "vitest";
import { FLOOD } from "../host/made/large.ts";
import { button, calls, nodes, openView, page, role, seesText, settled } from "./browser.ts";

/** The memory: ten thousand canonical items, and undo where two histories are worked on in one view. */

const showCatalogue = () => role("tab", "Catalogue").click();
const row = (name: string) => role("tabpanel").getByRole("button", { name });
const shown = () => page.locator("main [role=tabpanel] button[aria-current]");

describe("10,000 canonical items", () => {
	async function openLarge(): Promise<void> {
		await openView("memory", { library: "large" }, FLOOD);
		await showCatalogue();
		await row("Item 00000").waitFor();
	}

	test("only those in view are drawn and read, wherever the list is scrolled to", async () => {
		await openLarge();
		await seesText("10,000 items");
		const list = page.locator("main [role=tabpanel] [class*=_scroller_]");
		for (const share of [0, 0.5, 1]) {
			await list.evaluate((scroller, at) => scroller.scrollTo(0, scroller.scrollHeight * at), share);
			await settled();
			await expect.poll(() => nodes(), { message: `at ${share}` }).toBeLessThan(2000);
			await expect.poll(() => shown().count()).toBeLessThan(60);
		}
		await row("Item 09999").waitFor();
		expect((await calls("cataloguePage")).length, "a page where it stopped, not those between").toBeLessThan(8);
	});

	test("words find one among them, and what was read stays until it is found", async () => {
		await openLarge();
		await page.keyboard.press("/");
		await page.keyboard.type("09123");
		await seesText("1 item");
		await row("Item 09123").click();
		await role("heading", /Item 09123/).waitFor();
		await expect.poll(() => nodes()).toBeLessThan(2000);
	});

	test("J and K walk them and show each one's prices", async () => {
		await openLarge();
		await row("Item 00000").click();
		for (const name of ["Item 00001", "Item 00002"]) {
			await page.keyboard.press("j");
			await role("heading", new RegExp(name)).waitFor();
		}
		await page.keyboard.press("k");
		await role("heading", /Item 00001/).waitFor();
	});
});

describe("what lines mean and the catalogue lacks", () => {
	async function openMissing(language: "en" | "de" = "en"): Promise<void> {
		await openView("memory", { library: "missing", language });
		await role("tab", language === "en" ? /^Catalogue/ : /^Katalog/).click();
	}
	const waiting = (name: string) => role("article", name);
	const waitUntilGone = (name: string) => waiting(name).waitFor({ state: "detached" });

	test("is counted, listed with what waits for it, and one is taken in and back", async () => {
		await openMissing();
		await role("tab", "Catalogue · 3 missing").waitFor();
		await role("region", "3 items are missing from this catalogue").waitFor();
		await seesText("Waiting for it: 3 lines.");
		await waiting("Backdrop cloth").getByText("1 line · Per side, from 300 dpi").waitFor();
		await button("Take Backdrop cloth into the catalogue").click();
		await waitUntilGone("Backdrop cloth");
		await row("Backdrop cloth").waitFor();
		await role("heading", "Backdrop cloth (m²)").waitFor();
		await role("tab", "Catalogue · 2 missing").waitFor();
		await page.keyboard.press("Control+z");
		await seesText("Undone: Add “Backdrop cloth” to the catalogue");
		await waiting("Backdrop cloth").waitFor();
		await role("tab", "Catalogue · 3 missing").waitFor();
	});

	test("goes in as a whole, by the palette too, as one step", async () => {
		await openMissing();
		await waiting("Backdrop cloth").waitFor();
		await page.keyboard.press("Control+k");
		// Typed before the palette is there, it takes nothing in.
		await page.keyboard.press("a");
		await role("combobox", "Search commands").fill("Take all into");
		await page.keyboard.press("Enter");
		await seesText("3 items were added to the catalogue");
		await row("Molton black").waitFor();
		await expect.poll(() => page.locator("main article").count()).toBe(0);
		await page.keyboard.press("Control+z");
		await seesText("Undone: Add 3 canonical items to the catalogue");
		await waiting("Molton black").waitFor();
	});

	test("says so in German, the step too", async () => {
		await openMissing("de");
		await role("tab", "Katalog · 3 fehlen").waitFor();
		await role("region", "3 Einträge fehlen in diesem Katalog").waitFor();
		await seesText("Darauf warten: 3 Zeilen.");
		await button("Backdrop cloth in den Katalog aufnehmen").click();
		await seesText("„Backdrop cloth“ steht jetzt im Katalog");
		await page.keyboard.press("Control+z");
		await seesText("Rückgängig gemacht: „Backdrop cloth“ in den Katalog aufnehmen");
	});
});
