import { expect, test } from "vitest";
import { catalog } from "../../src/commands/catalog.ts";
import { host, openWindow, page, role, settled, showView, type ViewId } from "./browser.ts";

/** A start at which a discovery is open from the last time, and none was chosen in this window. */

/** The window's file, the words, the view, what it shares with other views, and the chat, which follows. */
const FILES = 24;
/** By this time the frame stands, and the host has not answered yet. */
const SLOW = 2_000;

/** The places of the rail. */
const viewIds = Object.entries(catalog)
	.filter(([id, { keys }]) => id.startsWith("view.") && keys?.length)
	.map(([id]) => id.slice("view.".length) as ViewId);

test("the keys of all places are bound at once", async () => {
	await openWindow({ open: true });
	await page.locator("[data-goes=overview]").waitFor();
	expect(viewIds.length).toBeGreaterThan(6);
	for (const id of viewIds) {
		await showView(id);
		await page.locator(`nav[data-compact] [data-goes=${id}][aria-current=page]`).waitFor();
	}
});

test("the frame waits for no answer, and nothing of it moves once they come", async () => {
	await startSlowly();
	await role("heading", "Library").waitFor();
	await role("status").waitFor();
	const before = await frame();
	expect(await page.evaluate(() => window.testDoor?.pending)).toBeGreaterThan(0);
	expect(await page.locator("[data-view]").count()).toBe(0);
	expect(before.filter((box) => box !== null).length).toBe(5);
	await page.locator("[data-view]").waitFor();
	await settled();
	expect(await frame()).toEqual(before);
});

test("keys that come before the first answer do what they say", async () => {
	await startSlowly();
	await role("status").waitFor();
	await showView("facts");
	await page.keyboard.press("Control+b");
	await page.keyboard.press("Control+i");
	expect(await page.locator("[data-view]").count()).toBe(0);
	await role("row").first().waitFor();
	await role("complementary", "Dock").waitFor();
	await expect.poll(() => page.locator("aside[data-side=library]").count()).toBe(0);
	expect(await host.value("preferences")).toMatchObject({ sidebar: false, lastDiscovery: expect.any(String) });
});

test("the button of the chat comes with the view", async () => {
	await openWindow({ open: true });
	await page.addInitScript(() => {
		new MutationObserver((_, observer) => {
			if (!document.querySelector("[data-view]")) return;
			observer.disconnect();
			document.documentElement.dataset.cameWith = String(document.querySelector("#chat-button") !== null);
		}).observe(document, { childList: true, subtree: true });
	});
	await page.reload();
	await page.locator("[data-view]").waitFor();
	await expect.poll(() => page.locator("html").getAttribute("data-came-with")).toBe("true");
});

test("a start fetches few files, since the host is asked for each by itself", async () => {
	await openWindow({ open: true });
	await page.locator("[data-view]").waitFor();
	await settled();
	const files = await page.evaluate(() =>
		performance
			.getEntriesByType("resource")
			.flatMap(({ name }) => (name.endsWith(".js") ? new URL(name).pathname : [])),
	);
	expect(files.length, files.join(" ")).toBeLessThan(FILES);
});

/** Returns the positions of the header and its badge, the rail, the library and the view. */
function frame() {
	const parts = [
		"header",
		"nav[data-compact] [data-goes=memory]",
		"header button[aria-label^=Provider]",
		"aside[data-side=library]",
		"main",
	];
	return page.evaluate(
		(selectors) => selectors.map((one) => document.querySelector(one)?.getBoundingClientRect().toJSON() ?? null),
		parts,
	);
}

/** As the window was left, with a host that takes its time. */
async function startSlowly(): Promise<void> {
	await openWindow({ open: true });
	await page.locator("[data-view]").waitFor();
	await showView("facts");
	await settled();
	const storedPreferences = await page.evaluate(() => localStorage.getItem("factly.preferences") ?? "");
	await page.addInitScript((preferences) => localStorage.setItem("factly.preferences", preferences), storedPreferences);
	await page.addInitScript((ms) => window.testDoor?.slow(ms), SLOW);
	await page.reload();
}
