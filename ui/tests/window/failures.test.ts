import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { host, openView, openWindow, page, role } from "./browser.ts";

test("where writing fails the view says so, reads on, and writes again once there is room", async () => {
	await openView("facts");
	await page.locator("[data-row='3']").click();
	await host.fillDisk(true);
	await page.keyboard.press("a");
	await page.getByText("The change was not made").first().waitFor();
	await host.fillDisk(false);
	await page.keyboard.press("a");
	await page.locator("[data-row='3']", { hasText: "Accepted" }).waitFor();
});

test("a decision that fails is told, and the fact is shown as it is", async () => {
	await openView("facts");
	await page.locator("[data-row='3']").click();
	await host.fillDisk(true);
	await page.keyboard.press("a");
	await page.getByText("The change was not made").first().waitFor();
	await page.locator("[data-row='3']", { hasText: "New" }).waitFor();
});

test("what a dialog says last of a failure is not behind its foot", async () => {
	await openView("source");
	await page.keyboard.press("Control+Shift+V");
	const dialog = role("dialog");
	await dialog.getByRole("textbox", { name: "Text", exact: true }).fill("The dam is 5 m high.");
	await host.fillDisk(true);
	await page.keyboard.press("Control+Enter");
	const hint = dialog.getByRole("alert").locator("p").last();
	await hint.waitFor();
	const isSeen = () =>
		hint.evaluate((line) => {
			const { left, bottom } = line.getBoundingClientRect();
			return line.contains(document.elementFromPoint(left + 2, bottom - 2));
		});
	await expect.poll(isSeen).toBe(true);
});

test("a damaged library offers its copies and opens again from one", async () => {
	await openWindow({ library: "damaged" });
	await role("button", "Restore this copy").first().click();
	await page.locator("[data-open]").first().waitFor();
});

test("a slow host leaves the window usable: the view waits in place, the keys go on", async () => {
	await openView("audit", { slow: 1500 });
	await page.getByText("Loading").first().waitFor();
	await page.keyboard.press("Control+k");
	await role("dialog").waitFor();
});

test("what is shipped has no inline script or style, and is compiled for React", () => {
	const built = join(import.meta.dirname, "../../dist");
	const files = readdirSync(built, { recursive: true, encoding: "utf8" }).filter((path) =>
		/\.(js|css|html)$/.test(path),
	);
	const everything = files.map((path) => readFileSync(join(built, path), "utf8")).join("\n");
	expect(everything, "nothing of the tests is in it").not.toMatch(/testDoor|mockIPC|askHost/);
	expect(readFileSync(join(built, "index.html"), "utf8")).not.toMatch(
		/<script(?![^>]*src=)|<style|\sstyle="|\son\w+="/,
	);
	expect(everything, "the React Compiler has been at work").toMatch(/compiler-runtime|react\.memo_cache_sentinel/);
});
