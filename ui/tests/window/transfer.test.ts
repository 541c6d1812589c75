import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { button, calls, discovery, host, openDiscovery, page, role, seesText } from "./browser.ts";

/** Discoveries out to a file and in from one, and the copies of the library. */

async function palette(words: string): Promise<void> {
	await page.keyboard.press("Control+k");
	await role("combobox").fill(words);
	await page.keyboard.press("Enter");
}
/** A discovery that another library has, as a file. */
const quays = (name = "Quay walls.json") =>
	host.file(name, JSON.stringify({ title: "Quay walls", goal: "", date: "2026-11-20", inputs: [] }));

/** The open discovery as a file, which `change` may alter. */
async function exported(change = (json: string) => json): Promise<string> {
	const path = host.pathOf("known.factly.json");
	const rest = { originals: false, path, task: "export", progress: "__CHANNEL__:0" };
	await host.value("export_discovery", { discoveries: [await discovery()], ...rest });
	return host.file("known.factly.json", change(readFileSync(path, "utf8")));
}

describe("export", () => {
	test("the open discovery, by the palette: where it is and how large is told", async () => {
		await openDiscovery();
		const path = host.pathOf("stage.factly.json");
		host.choose(path);
		await palette("Export for another Factly");
		await seesText(/^Exported: Harbour festival stage, \d+(\.\d)? kB/);
		await seesText(path);
	});

	test("a chosen few of them, in one file", async () => {
		await openDiscovery();
		for (const title of ["Flood wall", "Night ferry"]) {
			await button("New discovery").click();
			await page.getByLabel("Title", { exact: true }).fill(title);
			await button("Create discovery").click();
			await role("dialog").waitFor({ state: "detached" });
		}
		host.choose(host.pathOf("two.factly.json"));
		await palette("Export chosen discoveries");
		const dialog = role("dialog");
		await dialog.getByLabel("Flood wall").check();
		const listed = dialog.getByRole("list").getByRole("checkbox");
		await expect.poll(() => listed.count()).toBe(3);
		await dialog.getByRole("textbox").fill("ferry");
		await dialog.getByLabel("Night ferry").check();
		await expect.poll(() => listed.count()).toBe(1);
		await dialog.getByLabel("With the documents as they were added").check();
		await button("Export 2 discoveries").click();
		await seesText("Exported: 2 discoveries,");
		await expect
			.poll(() => calls("exportDiscovery"))
			.toMatchObject([{ discoveries: [expect.any(String), expect.any(String)], originals: true }]);
	});

	test("what fails says that nothing was exported and what to do", async () => {
		await openDiscovery();
		host.choose(host.pathOf("nowhere/all.json"));
		await palette("Export all");
		await seesText("Nothing was exported");
	});
});

describe("import", () => {
	test("one that is here can be merged or copied, and each says what it would bring", async () => {
		await openDiscovery();
		host.drag("drop", [await exported()]);
		await seesText("Already in the library, as “Harbour festival stage”.");
		await role("rowheader", "Already here").waitFor();
		await role("radio", /^Copy/).check();
		await role("rowheader", "Already here").waitFor({ state: "detached" });
		await role("radio", /^Merge/).check();
		await role("rowheader", "Already here").waitFor();
		await button("Import").click();
		await expect.poll(() => calls("importApply")).toMatchObject([{ how: "merge" }]);
	});

	test("what is another in the file is named, and that it stays as it is here", async () => {
		await openDiscovery();
		host.drag("drop", [await exported((json) => json.replaceAll("The crane is a landmark", "The crane is rusty"))]);
		await seesText(/1 is here already and another in the file|is here already and another/);
		await seesText(/N-6: text/);
		await role("radio", /^Copy/).check();
		await page.getByText(/N-6: text/).waitFor({ state: "detached" });
	});

	test("one that was deleted here comes back, or is copied", async () => {
		await openDiscovery();
		const path = await exported();
		await host.value("discovery_delete", { id: await discovery() });
		host.drag("drop", [path]);
		await seesText(/A merge brings it back as it was/);
		await role("radio", /^Copy/).waitFor();
		await button("Import").click();
		await expect.poll(() => calls("importApply")).toMatchObject([{ how: "merge" }]);
	});

	test("faults that can be mended are decided by kind, and only then can it be imported", async () => {
		await openDiscovery();
		const dead = (json: string) => json.replace('"related_insights":["N-1"]', '"related_insights":["N-99"]');
		host.drag("drop", [await exported(dead)]);
		await seesText(/^Line \d+, column \d+/);
		await expect.poll(() => button("Import").isDisabled()).toBe(true);
		await seesText("Choose what is to be done about each fault.");
		await role("checkbox", "The link is left out.").check();
		await button("Import").click();
		await expect.poll(() => calls("importApply")).toMatchObject([{ repair: [{ code: "dead_link" }] }]);
	});

	test("dropped with texts, the texts become Inputs and each file is looked into in its turn", async () => {
		await openDiscovery();
		host.drag("drop", [host.file("wall.txt", "The wall is 3 m high."), quays("one.json"), quays("two.JSON")]);
		await role("dialog", "Import one.json").waitFor();
		await seesText(/I-4 added/);
		await page.keyboard.press("Escape");
		await role("dialog", "Import two.JSON").waitFor();
	});
});

describe("copies of the library", () => {
	test("are listed and looked into, one more is made, and one is restored after it is asked what is kept", async () => {
		await openDiscovery();
		await host.value("backup_make");
		await page.keyboard.press("Control+,");
		await button("Copies of the library").click();
		await role("listitem").first().waitFor();
		const before = await role("button", /^Restore the copy/).count();
		await button("Make a copy now").click();
		await seesText("The library was copied.");
		await expect.poll(() => role("button", /^Restore the copy/).count()).toBe(before + 1);
		await role("button", /^Look inside/)
			.last()
			.click();
		await role("row", /Harbour festival stage/).waitFor();
		await role("button", /^Restore the copy/)
			.last()
			.click();
		await seesText(/Nothing is deleted/);
		await button("Restore this copy").click();
		await seesText(/^The library is as it was on/);
		await expect.poll(() => calls("libraryRestore")).toHaveLength(1);
	});

	test("Escape goes back from the question, and nothing is restored", async () => {
		await openDiscovery();
		await host.value("backup_make");
		await palette("Copies");
		await role("button", /^Restore the copy/)
			.first()
			.click();
		await seesText(/Nothing is deleted/);
		await page.keyboard.press("Escape");
		await button("Make a copy now").waitFor();
		await expect.poll(() => calls("libraryRestore")).toHaveLength(0);
	});
});
