import { describe, expect, test } from "vitest";
import { button, calls, openDiscovery, page, said, settled } from "./browser.ts";

/** Discoveries out to a file and in from one, and the copies of the library. */

async function palette(words: string): Promise<void> {
	await page.keyboard.press("Control+k");
	await page.getByRole("combobox").fill(words);
	await page.keyboard.press("Enter");
}
const drop = (...paths: string[]) => page.evaluate((all) => window.factlyFake?.drag("drop", all), paths);

describe("export", () => {
	test("the open discovery, by the palette: where it is and how large is told", async () => {
		await openDiscovery();
		await palette("Export as JSON");
		await said("Exported: Harbour festival stage, 184.3 kB");
		await said("/home/mara/Harbour festival stage.factly.json");
	});

	test("a chosen few of them, in one file", async () => {
		await openDiscovery();
		for (const title of ["Flood wall", "Night ferry"]) {
			await button("New discovery").click();
			await page.getByLabel("Title", { exact: true }).fill(title);
			await button("Create discovery").click();
			await page.getByRole("dialog").waitFor({ state: "detached" });
		}
		await palette("Export chosen discoveries");
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("Flood wall").check();
		await expect.poll(() => dialog.getByRole("checkbox").count()).toBe(3);
		await dialog.getByRole("textbox").fill("ferry");
		await dialog.getByLabel("Night ferry").check();
		await expect.poll(() => dialog.getByRole("checkbox").count()).toBe(1);
		await button("Export 2 discoveries").click();
		await said("Exported: 2 discoveries,");
		await expect
			.poll(() => calls("exportDiscovery"))
			.toMatchObject([{ discoveries: [expect.any(String), expect.any(String)] }]);
	});

	test("shows how far it is, and Cancel leaves no file", async () => {
		await openDiscovery();
		await page.evaluate(() => window.factlyFake?.slow("transferChooseExport", 0));
		await page.getByRole("button", { name: "Actions for Harbour festival stage" }).click();
		await page.evaluate(() => window.factlyFake?.slow("exportDiscovery", 4000));
		await page.getByRole("menuitem", { name: "Export as JSON" }).click();
		await page.getByRole("progressbar").waitFor();
		await button("Cancel").click();
		await said("Stopped. No file was written.");
	});

	test("what fails says that nothing was exported and what to do", async () => {
		await openDiscovery();
		await page.evaluate(() =>
			window.factlyFake?.failNext("exportDiscovery", {
				code: "disk_full",
				message: "The disk is full.",
				kept: null,
				hint: "Free some space and try again.",
			}),
		);
		await palette("Export all");
		await said("Nothing was exported");
		await said(/The disk is full\. Free some space/);
	});
});

describe("import", () => {
	test("a new one is shown, imported, opened, and taken back", async () => {
		await openDiscovery();
		await palette("Import from JSON");
		await page.getByRole("table", { name: "What “Quay walls” brings" }).waitFor();
		await said("Not in the library yet.");
		await button("Import").click();
		await button("Title: Quay walls").waitFor();
		await said("“Quay walls” was imported");
		await button("Undo").last().click();
		await page.locator("[data-open]", { hasText: "Quay walls" }).waitFor({ state: "detached" });
		await expect
			.poll(() => page.getByRole("tab").count(), { message: "what was taken back is not open any more" })
			.toBe(0);
	});

	test("one that is here can be merged or copied, and each says what it would bring", async () => {
		await openDiscovery();
		await drop("/x/known.factly.json");
		await said("Already in the library, as “Harbour festival stage”.");
		await page.getByRole("rowheader", { name: "Already here" }).waitFor();
		await page.getByRole("radio", { name: /^Copy/ }).check();
		await page.getByRole("rowheader", { name: "Already here" }).waitFor({ state: "detached" });
		await page.getByRole("radio", { name: /^Merge/ }).check();
		await page.getByRole("rowheader", { name: "Already here" }).waitFor();
		await button("Import").click();
		await said("The file was merged into “Harbour festival stage”");
	});

	test("what is another in the file is named, and that it stays as it is here", async () => {
		await openDiscovery();
		await drop("/x/known.factly.json");
		await said(/2 are here already and others in the file/);
		await said("F-3: text, status; N-2: links");
		await said(/4 messages of its chat stay out/);
		await page.getByRole("radio", { name: /^Copy/ }).check();
		await page.getByRole("columnheader", { name: "Chat" }).waitFor();
		await page.getByText(/stay out/).waitFor({ state: "detached" });
		await page.getByText("F-3: text, status; N-2: links").waitFor({ state: "detached" });
	});

	test("one that was deleted here comes back, or is copied", async () => {
		await openDiscovery();
		await drop("/x/was.factly.json");
		await said(/A merge brings it back as it was/);
		await page.getByRole("radio", { name: /^Copy/ }).waitFor();
		await button("Import").click();
		await expect.poll(() => calls("importApply")).toMatchObject([{ how: "merge" }]);
	});

	test("faults that can be mended are decided by kind, and only then can it be imported", async () => {
		await openDiscovery();
		await drop("/x/faults.json");
		await said("Line 61, column 22");
		await expect.poll(() => button("Import").isDisabled()).toBe(true);
		await said("Choose what is to be done about each fault.");
		await page.getByRole("checkbox", { name: "The link is left out." }).check();
		await page.getByRole("checkbox", { name: /^The date is kept/ }).check();
		await expect.poll(() => button("Import").isDisabled(), { message: "of two choices none is made yet" }).toBe(true);
		await page.getByRole("radio", { name: /^Leave the new words out/ }).check();
		await page.getByRole("radio", { name: /^Take the new words/ }).check();
		await button("Import").click();
		await expect
			.poll(() => calls("importApply"))
			.toMatchObject([
				{ repair: [{ code: "dead_link" }, { code: "bad_date" }, { code: "edited_text", other: false }] },
			]);
		await said("“Quay walls” was imported");
	});

	test("a file that cannot be imported says where and why, and nothing is", async () => {
		await openDiscovery();
		await drop("/x/broken.json");
		await said("A comma is missing.");
		await said("Line 212, column 5");
		await said("The file cannot be imported as it is: see its faults.");
		await expect.poll(() => button("Import").isDisabled()).toBe(true);
		await page.keyboard.press("Escape");
		await page.getByRole("dialog").waitFor({ state: "detached" });
		await expect.poll(() => calls("importApply")).toHaveLength(0);
	});

	test("dropped with texts, the texts become Inputs and each file is looked into in its turn", async () => {
		await openDiscovery();
		await drop("/x/wall.txt", "/x/one.json", "/x/two.JSON");
		await page.getByRole("dialog", { name: "Import one.json" }).waitFor();
		await said(/I-4 added/);
		await page.keyboard.press("Escape");
		await page.getByRole("dialog", { name: "Import two.JSON" }).waitFor();
	});

	test("Escape while it is being imported calls it off", async () => {
		await openDiscovery();
		await drop("/x/one.json");
		await page.getByRole("table").waitFor();
		await page.evaluate(() => window.factlyFake?.slow("importApply", 2000));
		await button("Import").click();
		await page.getByRole("progressbar").waitFor();
		await page.keyboard.press("Escape");
		await settled();
		await expect.poll(() => page.locator("[data-open]", { hasText: "Quay walls" }).count()).toBe(0);
	});
});

describe("copies of the library", () => {
	test("are listed and looked into, one more is made, and one is restored after it is asked what is kept", async () => {
		await openDiscovery();
		await page.keyboard.press("Control+,");
		await button("Copies of the library").click();
		await page.getByRole("listitem").first().waitFor();
		const before = await page.getByRole("button", { name: /^Restore the copy/ }).count();
		await button("Make a copy now").click();
		await said("The library was copied.");
		await expect.poll(() => page.getByRole("button", { name: /^Restore the copy/ }).count()).toBe(before + 1);
		await page
			.getByRole("button", { name: /^Look inside/ })
			.last()
			.click();
		await page.getByRole("row", { name: /Ferry timetable.*Not there/ }).waitFor();
		await page
			.getByRole("button", { name: /^Restore the copy/ })
			.last()
			.click();
		await said(/Nothing is deleted/);
		await button("Restore this copy").click();
		await said(/^The library is as it was on/);
		await expect.poll(() => calls("libraryRestore")).toHaveLength(1);
	});

	test("Escape goes back from the question, and nothing is restored", async () => {
		await openDiscovery();
		await palette("Copies");
		await page
			.getByRole("button", { name: /^Restore the copy/ })
			.first()
			.click();
		await said(/Nothing is deleted/);
		await page.keyboard.press("Escape");
		await button("Make a copy now").waitFor();
		await expect.poll(() => calls("libraryRestore")).toHaveLength(0);
	});
});
