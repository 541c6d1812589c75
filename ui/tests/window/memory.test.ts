import { describe, expect, test } from "vitest";
import { button, calls, nodes, openView, page, said, settled } from "./browser.ts";

/** The memory: ten thousand canonical items, and undo where two histories are worked on in one view. */

const showCatalogue = () => page.getByRole("tab", { name: "Catalogue" }).click();
const row = (name: string) => page.getByRole("tabpanel").getByRole("button", { name });
const shown = () => page.locator("main [role=tabpanel] button[aria-current]");

describe("10,000 canonical items", () => {
	async function openLarge(): Promise<void> {
		await openView("memory", { scenario: "large" });
		await showCatalogue();
		await row("Item 00000").waitFor();
	}

	test("only those in view are drawn and read, wherever the list is scrolled to", async () => {
		await openLarge();
		await said("10,000 items");
		const list = page.locator("main [role=tabpanel] [class*=_scroller_]");
		for (const share of [0, 0.5, 1]) {
			await list.evaluate((scroller, at) => scroller.scrollTo(0, scroller.scrollHeight * at), share);
			await settled();
			expect(await nodes(), `at ${share}`).toBeLessThan(2000);
			expect(await shown().count()).toBeLessThan(60);
		}
		await row("Item 09999").waitFor();
		expect((await calls("cataloguePage")).length, "a page where it stopped, not those between").toBeLessThan(8);
	});

	test("words find one among them, and what was read stays until it is found", async () => {
		await openLarge();
		await page.keyboard.press("/");
		await page.keyboard.type("09123");
		await said("1 item");
		await row("Item 09123").click();
		await page.getByRole("heading", { name: /Item 09123/ }).waitFor();
		expect(await nodes()).toBeLessThan(2000);
	});

	test("J and K walk them and show each one's prices", async () => {
		await openLarge();
		await row("Item 00000").click();
		for (const name of ["Item 00001", "Item 00002"]) {
			await page.keyboard.press("j");
			await page.getByRole("heading", { name: new RegExp(name) }).waitFor();
		}
		await page.keyboard.press("k");
		await page.getByRole("heading", { name: /Item 00001/ }).waitFor();
	});
});

describe("undo turns what was done last, in whichever history", () => {
	const arrow = (name: string) => button(name).first().waitFor();
	async function addItem(name: string): Promise<void> {
		await button("Add item").click();
		await page.getByLabel("Name", { exact: true }).fill(name);
		await page.keyboard.press("Enter");
		await page.getByRole("dialog").waitFor({ state: "detached" });
	}
	async function confirmLine(): Promise<void> {
		await page.getByRole("tab", { name: "What lines mean" }).click();
		await button("Confirm Molton black").click();
		await page.getByRole("button", { name: "✓ Molton black" }).waitFor();
	}

	test("the library's step goes first when it was the last one, then the discovery's, and redo comes back", async () => {
		await openView("memory");
		await confirmLine();
		await showCatalogue();
		await addItem("Velvet red");
		await row("Velvet red").waitFor();
		await arrow("Undo: Add “Velvet red” to the catalogue");
		await page.keyboard.press("Control+z");
		await said("Undone: Add “Velvet red” to the catalogue");
		await row("Velvet red").waitFor({ state: "detached" });
		await arrow("Undo: Confirm what F-1 means");
		await page.keyboard.press("Control+z");
		await said("Undone: Confirm what F-1 means");
		await page.keyboard.press("Control+Shift+z");
		await said("Redone: Confirm what F-1 means");
		await page.keyboard.press("Control+Shift+z");
		await row("Velvet red").waitFor();
	});

	test("elsewhere it is the discovery's, whatever was done in the memory", async () => {
		await openView("memory");
		await confirmLine();
		await showCatalogue();
		await addItem("Velvet red");
		await row("Velvet red").waitFor();
		await page.getByRole("tab", { name: "Pipeline" }).click();
		await arrow("Undo: Confirm what F-1 means");
		await page.keyboard.press("Control+z");
		await said("Undone: Confirm what F-1 means");
	});
});
