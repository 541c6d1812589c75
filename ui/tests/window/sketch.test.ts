import { expect, test } from "vitest";
import { differing, type Look, openWindow, page, settled } from "./browser.ts";

/** Glyphs may lie a part of a pixel elsewhere; a word more, or one line lower, is several times as much. */
const MOST_PIXELS_THAT_DIFFER = 400;

const looks: [string, Look][] = [
	["with room for all", {}],
	["in the dark", { theme: "dark" }],
	["in German", { language: "de" }],
	["with a long text", { scenario: "large" }],
	["with a provider", { scenario: "provider" }],
	["with no room for an empty inspector", { width: 1000 }],
	["at 200 %", { width: 720, height: 480 }],
];

test.each(looks)("a first start of the window looks like what it goes on to show: %s", async (_, look) => {
	await openWindow({ ...look, open: true });
	await page.getByRole("tabpanel").waitFor();
	await settled();
	await expect.poll(standing).toBe(0);
	const blank = await page.context().newPage();
	const next = await withoutTheRest();
	await expect
		.poll(async () => differing(await page.screenshot(), await next.screenshot(), blank))
		.toBeLessThan(MOST_PIXELS_THAT_DIFFER);
});

test("what was put away is not in the sketch either", async () => {
	await openWindow({ open: true });
	await page.getByRole("tabpanel").waitFor();
	await page.evaluate(() => {
		localStorage.setItem(
			"factly.panels",
			JSON.stringify({ state: { widths: { sidebar: 300, inspector: 400 } }, version: 0 }),
		);
		localStorage.setItem(
			"factly.blocks",
			JSON.stringify({ state: { folded: { "project.summary": true } }, version: 0 }),
		);
	});
	await page.reload();
	await page.getByRole("tabpanel").waitFor();
	await settled();
	await expect.poll(standing).toBe(0);
	const blank = await page.context().newPage();
	const next = await withoutTheRest();
	await expect
		.poll(async () => differing(await page.screenshot(), await next.screenshot(), blank))
		.toBeLessThan(MOST_PIXELS_THAT_DIFFER);
});

test("it is gone once the window stands", async () => {
	await openWindow({ open: true });
	await page.getByRole("tabpanel").waitFor();
	expect(await sketched(), "no start has been there to say what is going to be shown").toBe(false);
	await page.reload();
	await page.getByRole("tabpanel").waitFor();
	expect(await sketched()).toBe(true);
	await expect.poll(standing).toBe(0);
});

test("answers that take their time are waited for by the window, and a late sketch never lies over it", async () => {
	await openWindow({ open: true, slow: 700 });
	await page.getByRole("tabpanel").waitFor();
	await page.reload();
	await page.getByRole("tabpanel").waitFor();
	await settled();
	expect(await sketched()).toBe(false);
	expect(await standing()).toBe(0);
});

test("a view that it does not know is drawn by the window alone", async () => {
	await openWindow({ open: true });
	await page.getByRole("tab", { name: "Pipeline" }).click();
	await page.reload();
	await page.getByRole("tabpanel").waitFor();
	await settled();
	expect(await sketched()).toBe(false);
});

/** The next start, to which the rest of the interface never comes, so that only the sketch is there. */
async function withoutTheRest() {
	const context = page.context();
	await context.route("**/main-*.js", () => {});
	const next = await context.newPage();
	await next.setViewportSize(page.viewportSize() ?? { width: 0, height: 0 });
	await next.goto(page.url());
	await next.waitForFunction(() => performance.getEntriesByName("sketch").length > 0);
	return next;
}

const sketched = () => page.evaluate(() => performance.getEntriesByName("sketch").length > 0);
/** What stands beside the document's head and body. */
const standing = () => page.evaluate(() => document.querySelectorAll("html > div").length);
