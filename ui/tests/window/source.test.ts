import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Look, launch, openWindow, showLibrary } from "./browser";

let browser: Browser;
beforeAll(async () => {
	browser = await launch();
});
afterAll(() => browser.close());

async function openSource(discovery: string, look: Look = {}) {
	const { page, errors } = await openWindow(browser, { ...look, width: 1280, height: 800 });
	await showLibrary(page);
	await page
		.getByRole("button", { name: new RegExp(discovery) })
		.first()
		.click();
	await page.getByRole("region", { name: /^Text/ }).waitFor();
	// The library is folded away in a narrow window: chosen first, narrowed then.
	if (look.width && look.height) await page.setViewportSize({ width: look.width, height: look.height });
	return { page, errors };
}

const sample = (look: Look = {}) => openSource("Harbour festival", look);
const large = (look: Look = {}) => openSource("Flood risk", { ...look, scenario: "large" });
const scripts = (look: Look = {}) => openSource("Scripts and overlaps", { ...look, scenario: "scripts" });

const text = (page: Page) => page.getByRole("region", { name: /^Text/ });
const words = (page: Page, label: string) =>
	page.locator(`[data-facts][aria-label^="Fact ${label},"], [data-facts][aria-label*="Fact ${label},"]`).first();
const card = (page: Page, label: string) =>
	page.locator("[data-fact-card]").filter({ has: page.locator(`b:text-is("${label}")`) });
const selected = (page: Page) => page.locator("[data-fact-card][aria-current]");

/** How far the middle of an element is from the middle of the text's view, in its heights: 0 is the middle, 0.5 an edge. */
async function offCentre(page: Page, element: Locator): Promise<number> {
	const [box, view] = await Promise.all([element.boundingBox(), text(page).boundingBox()]);
	if (!box || !view) return Number.POSITIVE_INFINITY;
	return Math.abs(box.y + box.height / 2 - view.y - view.height / 2) / view.height;
}

/** Selects words as a reader would have, from the first place where `from` stands to the end of `to`. */
async function selectWords(page: Page, from: string, to: string) {
	await page.evaluate(
		([first = "", last = ""]) => {
			const find = (wanted: string) => {
				const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
					node.parentElement?.closest("[data-block-start]") ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
				);
				for (let node = walker.nextNode(); node; node = walker.nextNode()) {
					const at = node.textContent?.indexOf(wanted) ?? -1;
					if (at >= 0) return { node, at };
				}
				throw new Error(`“${wanted}” is not on the screen in one piece`);
			};
			const start = find(first);
			const end = find(last);
			document.getSelection()?.setBaseAndExtent(start.node, start.at, end.node, end.at + last.length);
		},
		[from, to],
	);
}

/** The words that the last `factAdd` named by its offsets, read from the fake host's own copy of the text. */
const lastAdded = (page: Page) =>
	page.evaluate(() => {
		const { calls = [], state } = window.factlyFake ?? {};
		const args = calls.findLast(({ command }) => command === "factAdd")?.args;
		const { input, start, end } = (args ?? {}) as { input?: string; start?: number; end?: number };
		return state?.content.inputs.find(({ summary }) => summary.id === input)?.text.slice(start, end);
	});

describe("from a fact to its words and back", () => {
	test("a highlight has a name, and pressing it selects the fact", async () => {
		const { page, errors } = await sample();
		await page.getByRole("button", { name: "Fact F-1, accepted: about 1,200 guests each night" }).click();
		await expect.poll(() => selected(page).textContent()).toContain("F-1");
		expect(errors).toEqual([]);
		await page.close();
	});

	test("a card selects its words", async () => {
		const { page } = await sample();
		await card(page, "F-5").click();
		await expect.poll(() => words(page, "F-5").getAttribute("aria-current")).toBe("true");
		await page.close();
	});

	test("overlapping highlights: the smallest first, then the next larger, then round", async () => {
		const { page } = await scripts();
		const overlap = page.locator('[data-facts][aria-label$=": 500 kg"]');
		for (const expected of ["F-3", "F-2", "F-1", "F-3"]) {
			await overlap.click();
			await expect.poll(() => selected(page).textContent(), { message: `then ${expected}` }).toContain(expected);
		}
		await page.close();
	});

	test("a fact far outside the window is scrolled to the middle", async () => {
		const { page } = await large();
		await page.keyboard.press("Control+4");
		await page.getByRole("textbox", { name: "Search facts" }).fill("F-7777");
		await page.getByRole("row").filter({ hasText: "F-7777" }).click();
		await page.keyboard.press("Enter");
		await words(page, "F-7777").waitFor();
		await expect.poll(() => offCentre(page, words(page, "F-7777")), { message: "centred" }).toBeLessThan(0.1);
		await expect.poll(() => selected(page).textContent()).toContain("F-7777");
		await page.close();
	});

	test("the strip jumps to where it is pressed", async () => {
		const { page } = await large();
		const strip = page.locator("svg[viewBox='0 0 8 500']");
		const box = await strip.boundingBox();
		if (!box) throw new Error("no strip");
		await strip.click({ position: { x: 4, y: box.height * 0.75 } });
		const share = () => text(page).evaluate((view) => view.scrollTop / view.scrollHeight);
		await expect.poll(share).toBeGreaterThan(0.65);
		await expect.poll(share).toBeLessThan(0.85);
		await page.close();
	});
});

describe("by keys", () => {
	test("] and [ walk the highlights and take the focus to the words", async () => {
		const { page } = await sample();
		await page.keyboard.press("]");
		await expect.poll(() => words(page, "F-1").evaluate((element) => element === document.activeElement)).toBe(true);
		await page.keyboard.press("]");
		await expect.poll(() => selected(page).textContent()).toContain("F-2");
		await page.keyboard.press("[");
		await expect.poll(() => selected(page).textContent()).toContain("F-1");
		await page.close();
	});

	test("J and K walk the cards, also far past what has been drawn", async () => {
		const { page } = await large();
		for (let n = 1; n <= 25; n++) {
			await page.keyboard.press("j");
			await expect.poll(() => selected(page).count(), { message: `after ${n} steps` }).toBe(1);
			await expect.poll(() => selected(page).evaluate((element) => element === document.activeElement)).toBe(true);
		}
		const there = await selected(page).textContent();
		await page.keyboard.press("k");
		await expect.poll(async () => (await selected(page).textContent()) !== there).toBe(true);
		await page.close();
	});

	test("A accepts the selected fact, Ctrl Z takes it back, Escape lets go", async () => {
		const { page } = await sample();
		await card(page, "F-4").click();
		await page.keyboard.press("a");
		await expect.poll(() => card(page, "F-4").textContent()).toContain("Accepted");
		await page.keyboard.press("Control+z");
		await expect.poll(() => card(page, "F-4").textContent()).toContain("Proposed");
		await page.keyboard.press("Escape");
		await expect.poll(() => selected(page).count()).toBe(0);
		await page.close();
	});

	test("Space opens the card where it stands", async () => {
		const { page } = await sample();
		await page.keyboard.press("j");
		await expect.poll(() => selected(page).count()).toBe(1);
		// The focus follows the selection once the words have been scrolled to; until then Space is the page's.
		await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? "")).toContain("F-1");
		await page.keyboard.press("Space");
		await expect.poll(() => card(page, "F-1").textContent()).toContain("About 1,200 guests are expected each night");
		await page.close();
	});
});

describe("a fact from selected words", () => {
	const rows: [rule: string, discovery: typeof sample, from: string, to: string, quote: string][] = [
		["within a paragraph", sample, "Present: Mara", "Jonas", "Present: Mara (producer), Jonas"],
		[
			"over a paragraph's end",
			sample,
			"on the concrete strip.",
			"The budget for",
			"on the concrete strip.\n\nThe budget for",
		],
		["right-to-left", scripts, "מנהל הנמל", "מנהל הנמל", "מנהל הנמל"],
		["after joined emoji and decomposed letters", scripts, ", and 3 🚒", " came", ", and 3 🚒 came"],
	];
	test.each(rows)("is exactly those words: %s", async (rule, open, from, to, quote) => {
		const { page, errors } = await open();
		await selectWords(page, from, to);
		await page.getByRole("button", { name: /^Add fact from this/ }).click();
		const form = page.getByRole("form", { name: "Add fact" });
		expect(await form.getByLabel("Statement").inputValue(), "the statement begins as the quote").toBe(quote.trim());
		await form.getByLabel("Statement").fill("What was meant");
		await page.keyboard.press("Control+Enter");
		await form.waitFor({ state: "detached" });
		expect(await lastAdded(page), rule).toBe(quote.trim());
		await expect.poll(() => selected(page).textContent()).toContain("What was meant");
		expect(errors).toEqual([]);
		await page.close();
	});

	test("N opens the form, Escape keeps what was typed", async () => {
		const { page } = await sample();
		await selectWords(page, "Present: Mara", "Present: Mara");
		await page.getByRole("button", { name: /^Add fact from this/ }).waitFor();
		await page.keyboard.press("n");
		await page.getByLabel("Statement").fill("Mara is the producer");
		await page.keyboard.press("Escape");
		await page.getByRole("form", { name: "Add fact" }).waitFor({ state: "detached" });
		await selectWords(page, "Present: Mara", "Present: Mara");
		await page.getByRole("button", { name: /^Add fact from this/ }).click();
		expect(await page.getByLabel("Statement").inputValue()).toBe("Mara is the producer");
		await page.close();
	});

	test("a quote that is too long to be evidence says so", async () => {
		const { page } = await sample();
		await selectWords(page, "Kick-off call", "so the backdrop has to stand");
		await page.getByRole("button", { name: /^Add fact from this/ }).click();
		await page.getByText(/characters; at most 250 can be evidence/).waitFor();
		expect(await page.getByRole("button", { name: "Add fact", exact: true }).isDisabled()).toBe(true);
		await page.close();
	});
});

test("ten thousand facts in a text of 1 MB: the document stays small wherever it is scrolled", async () => {
	const { page } = await large();
	const nodes = () => text(page).evaluate((view) => view.querySelectorAll("*").length);
	const height = await text(page).evaluate((view) => view.scrollHeight);
	for (const share of [0, 0.1, 0.35, 0.5, 0.8, 1]) {
		await text(page).evaluate((view, top) => view.scrollTo(0, top), height * share);
		await text(page).locator("[data-block-start]").first().waitFor();
		expect(await nodes(), `nodes at ${share}`).toBeLessThan(1500);
	}
	await page.close();
});

test("scrolling draws only the rows that come into view, and leaves those that are there alone", async () => {
	const { page } = await large();
	// Every drawing of a row's cards makes one observer of its width.
	await page.evaluate(() => {
		const Observer = window.ResizeObserver;
		window.ResizeObserver = class extends Observer {
			constructor(callback: ResizeObserverCallback) {
				super(callback);
				document.body.dataset.drawn = String(Number(document.body.dataset.drawn ?? 0) + 1);
			}
		};
	});
	const rows = await text(page).evaluate(
		(view) =>
			new Promise<number>((resolve) => {
				const seen = new Set<string | null>();
				let frames = 0;
				const scroll = () => {
					for (const row of view.querySelectorAll("[data-index]")) seen.add(row.getAttribute("data-index"));
					view.scrollTop += 40;
					frames += 1;
					if (frames < 100) requestAnimationFrame(scroll);
					else resolve(seen.size);
				};
				requestAnimationFrame(scroll);
			}),
	);
	const drawn = Number(await page.evaluate(() => document.body.dataset.drawn ?? 0));
	expect(drawn, "each row a few times, not once a frame").toBeLessThan(rows * 4);
	await page.close();
});

describe("states", () => {
	test("parts that were not read are counted, with the way on", async () => {
		const { page } = await large();
		await page.getByText(/of \d+ parts read/).waitFor();
		await page.getByRole("main").getByRole("button", { name: "Read the rest" }).first().click();
		await expect.poll(() => page.getByText(/of \d+ parts read/).count()).toBe(0);
		await page.close();
	});

	test("a text that cannot be read says so and can be tried again", async () => {
		const { page } = await openWindow(browser);
		await page
			.getByRole("button", { name: /Harbour festival/ })
			.first()
			.waitFor();
		await page.evaluate(() =>
			window.factlyFake?.failNext("sourceOutline", {
				code: "io",
				message: "The file could not be read.",
				kept: null,
				hint: null,
			}),
		);
		await page
			.getByRole("button", { name: /Harbour festival/ })
			.first()
			.click();
		await page.getByText("The file could not be read.").waitFor();
		await page.getByRole("button", { name: "Try again" }).click();
		await text(page).waitFor();
		await page.close();
	});
});

describe("no barrier that axe can find", () => {
	const looks: [string, Look][] = [
		["light", {}],
		["dark", { theme: "dark" }],
		["200 % zoom", { width: 720, height: 450 }],
	];
	test.each(looks)("%s, with a fact selected and the form open", async (_, look) => {
		const { page } = await scripts(look);
		await page.keyboard.press("j");
		await expect.poll(() => selected(page).count()).toBe(1);
		await selectWords(page, "Überlappungen", "Überlappungen");
		await page.getByRole("button", { name: /^Add fact from this/ }).click();
		const { violations } = await new AxeBuilder({ page }).include("main").analyze();
		expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual([]);
		await page.close();
	});
});
