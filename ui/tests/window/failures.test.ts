import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { expect, test } from "vitest";
import type { AppError } from "../../src/ipc/bindings.ts";
import type { CommandName } from "../../src/ipc/fake/reply.ts";
import { openView, openWindow, page, showView, type ViewId } from "./browser.ts";

const full: AppError = {
	code: "disk_full",
	message: "The disk is full.",
	kept: "Nothing was changed.",
	hint: "Free some space and try again.",
};

test.each<[CommandName, ViewId]>([
	["sourceBlocks", "source"],
	["factsPage", "facts"],
	["bundlePage", "audit"],
])("when %s fails, the view says what happened, what was kept, what to do, and tries again", async (command, view) => {
	await openWindow();
	await page.locator("[data-open]").first().waitFor();
	await page.evaluate(([name, error]) => window.factlyFake?.failNext(name, error), [command, full] as const);
	await page.locator("[data-open]").first().click();
	await showView(view);
	const alert = page.getByRole("alert");
	await alert.waitFor();
	await expect
		.poll(() => alert.textContent())
		.toMatch(/The disk is full\..*Nothing was changed\..*Free some space and try again\./s);
	await alert.getByRole("button", { name: "Try again" }).click();
	await alert.waitFor({ state: "detached" });
});

test("a decision that fails is told, and the fact is shown as it is", async () => {
	await openView("facts");
	await page.locator("[data-row='3']").click();
	await page.evaluate((error) => window.factlyFake?.failNext("factAccept", error), full);
	await page.keyboard.press("a");
	await page.getByText("The change was not made").first().waitFor();
	await page.locator("[data-row='3']", { hasText: "Proposed" }).waitFor();
});

test("what a dialog says last of a failure is not behind its foot", async () => {
	await openView("source");
	await page.keyboard.press("Control+Shift+V");
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("textbox", { name: "Text" }).fill("The dam is 5 m high.");
	await page.evaluate((error) => window.factlyFake?.failNext("inputAddText", error), full);
	await page.keyboard.press("Control+Enter");
	const hint = dialog.getByRole("alert").getByText("Free some space and try again.");
	await hint.waitFor();
	const isSeen = () =>
		hint.evaluate((line) => {
			const { left, bottom } = line.getBoundingClientRect();
			return line.contains(document.elementFromPoint(left + 2, bottom - 2));
		});
	await expect.poll(isSeen).toBe(true);
});

test("a damaged library offers its copies and opens again from one", async () => {
	await openWindow({ scenario: "damaged" });
	await page.getByText("nothing was deleted").waitFor();
	await page.getByRole("button", { name: "Restore this copy" }).first().click();
	await page.locator("[data-open]").first().waitFor();
});

test("a slow host leaves the window usable: the view waits in place, the keys go on", async () => {
	await openView("audit", { slow: 1500 });
	await page.getByText("Loading").first().waitFor();
	await page.keyboard.press("Control+k");
	await page.getByRole("dialog").waitFor();
});

test("production has nothing of the fake host in it, and no inline script or style", async () => {
	const outDir = join(import.meta.dirname, "../../node_modules/.production");
	await build({ mode: "production", logLevel: "error", build: { outDir, emptyOutDir: true } });
	const files = readdirSync(outDir, { recursive: true, encoding: "utf8" }).filter((path) =>
		/\.(js|css|html)$/.test(path),
	);
	const everything = files.map((path) => readFileSync(join(outDir, path), "utf8")).join("\n");
	expect(everything).not.toMatch(/Harbour festival|mockIPC|factlyFake/);
	expect(readFileSync(join(outDir, "index.html"), "utf8")).not.toMatch(
		/<script(?![^>]*src=)|<style|\sstyle="|\son\w+="/,
	);
	expect(everything, "the React Compiler has been at work").toMatch(/compiler-runtime|react\.memo_cache_sentinel/);
}, 180_000);
