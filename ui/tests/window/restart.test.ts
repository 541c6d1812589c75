import { expect, test } from "vitest";
import { catalog } from "../../src/commands/catalog.ts";
import { openWindow, page, settled, showView, type ViewId } from "./browser.ts";

/** A start at which a discovery is open from the last time, and none was chosen in this window. */

/** The window's file, the words, the view, what it shares with other views, the fake host, and the chat, which follows. */
const FILES = 24;
/** By this time the frame stands, and the host has not answered yet. */
const SLOW = 2_000;

const views = Object.keys(catalog)
	.filter((id) => id.startsWith("view."))
	.map((id) => id.slice("view.".length) as ViewId);

test("the keys of all views are bound at once", async () => {
	await openWindow({ open: true });
	const tabs = page.getByRole("tablist").first().getByRole("tab");
	await tabs.first().waitFor();
	expect(views.length).toBeGreaterThan(6);
	for (const [at, id] of views.entries()) {
		await showView(id);
		await expect.poll(() => tabs.nth(at).getAttribute("aria-selected"), { message: id }).toBe("true");
	}
});

test("the frame waits for no answer, and nothing of it moves once they come", async () => {
	await startSlowly();
	await page.getByRole("heading", { name: "Library" }).waitFor();
	await page.getByRole("status").waitFor();
	const before = await frame();
	expect(await page.evaluate(() => window.factlyFake?.pending)).toBeGreaterThan(0);
	expect(await page.getByRole("tabpanel").count()).toBe(0);
	expect(before.filter((box) => box !== null).length).toBe(6);
	await page.getByRole("tabpanel").waitFor();
	await settled();
	expect(await frame()).toEqual(before);
});

test("keys that come before the first answer do what they say", async () => {
	await startSlowly();
	await page.getByRole("status").waitFor();
	await showView("facts");
	await page.keyboard.press("Control+i");
	expect(await page.getByRole("tabpanel").count()).toBe(0);
	await page.getByRole("row").first().waitFor();
	await expect.poll(() => page.getByRole("complementary", { name: "Inspector" }).count()).toBe(0);
	expect(await page.evaluate(() => window.factlyFake?.state.preferences)).toMatchObject({
		inspector: false,
		lastDiscovery: expect.any(String),
	});
});

test("the button of the chat comes with the view", async () => {
	await openWindow({ open: true });
	await page.addInitScript(() => {
		new MutationObserver((_, observer) => {
			if (!document.querySelector("[role=tabpanel]")) return;
			observer.disconnect();
			document.documentElement.dataset.cameWith = String(document.querySelector("#chat-button") !== null);
		}).observe(document, { childList: true, subtree: true });
	});
	await page.reload();
	await page.getByRole("tabpanel").first().waitFor();
	await expect.poll(() => page.locator("html").getAttribute("data-came-with")).toBe("true");
});

test("a start fetches few files, since the host is asked for each by itself", async () => {
	await openWindow({ open: true });
	await page.getByRole("tabpanel").waitFor();
	await settled();
	const files = await page.evaluate(() =>
		performance
			.getEntriesByType("resource")
			.flatMap(({ name }) => (name.endsWith(".js") ? new URL(name).pathname : [])),
	);
	expect(files.length, files.join(" ")).toBeLessThan(FILES);
});

/** Where the header, its tabs and badge, the library, the view and the inspector stand. */
function frame() {
	const parts = ["header", "[role=tablist]", "header button[aria-label^=Provider]", "aside[data-side=library]", "main"];
	return page.evaluate(
		(selectors) => selectors.map((one) => document.querySelector(one)?.getBoundingClientRect().toJSON() ?? null),
		[...parts, "aside[data-side=inspector]"],
	);
}

/** As the window was left, with a host that takes its time. */
async function startSlowly(): Promise<void> {
	await openWindow({ open: true });
	await page.getByRole("tabpanel").waitFor();
	const kept = await page.evaluate(() => localStorage.getItem("factly.preferences") ?? "");
	await page.addInitScript((preferences) => localStorage.setItem("factly.preferences", preferences), kept);
	const address = new URL(page.url());
	address.searchParams.set("slow", `${SLOW}`);
	await page.goto(address.href);
}
