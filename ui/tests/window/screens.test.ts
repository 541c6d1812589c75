import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Look, launch, openWindow, showLibrary } from "./browser.ts";

/** Every screen, in every look that people use: readable, named, within the window, and within the policy. */

let browser: Browser;
beforeAll(async () => {
	browser = await launch();
});
afterAll(() => browser.close());

const openSample = async (page: Page) => {
	await showLibrary(page);
	await page.locator("[data-open]").first().click();
	await page.getByRole("tab").first().waitFor();
};
const view = (number: number) => async (page: Page) => {
	await openSample(page);
	await page.keyboard.press(`Control+${number}`);
};
const fact = (index: number) => async (page: Page) => {
	await view(4)(page);
	await page.locator("[data-row='0']").waitFor();
	for (let step = 0; step <= index; step++) await page.keyboard.press("j");
	await page.locator("aside h2").last().waitFor();
};
const bundle = async (page: Page) => {
	await view(5)(page);
	await page.locator("main section").first().getByRole("button").first().click();
	await page.locator("code").waitFor();
};

const screens: Record<string, { look?: Look; go: (page: Page) => Promise<void> }> = {
	"first start": { look: { scenario: "empty" }, go: (page) => page.locator("main h2").waitFor() },
	"nothing open": { go: (page) => page.locator("main h2").waitFor() },
	"damaged library": { look: { scenario: "damaged" }, go: (page) => page.locator("h1").waitFor() },
	pipeline: { go: pipeline() },
	"a card": { go: pipeline("N-1") },
	"several cards": {
		go: async (page) => {
			await pipeline("N-1")(page);
			await page.keyboard.press("Shift+ArrowDown");
			await page.getByRole("toolbar").last().waitFor();
		},
	},
	"a new card": { go: pipeline("O-1", "n") },
	"a trace": { go: pipeline("O-1", "t") },
	derivation: { go: pipeline("F-1", "d") },
	history: { go: pipeline("N-3", "a", "Control+Shift+h") },
	source: { go: view(2) },
	review: { go: view(3) },
	facts: { go: view(4) },
	"a proposed fact": { go: fact(5) },
	"a conflict": { go: fact(8) },
	"a refused quote": { go: fact(15) },
	"editing a fact": {
		go: async (page) => {
			await fact(5)(page);
			await page.keyboard.press("e");
			await page.locator("textarea").waitFor();
		},
	},
	"no match": {
		go: async (page) => {
			await view(4)(page);
			await page.locator("[data-row='0']").waitFor();
			await page.keyboard.press("/");
			await page.keyboard.type("zzz");
			await page.locator("main h2").waitFor();
		},
	},
	audit: { go: bundle },
	run: {
		go: async (page) => {
			await bundle(page);
			await page.getByRole("tab").last().click();
			await page.locator("details").waitFor();
		},
	},
	"paste an answer": {
		go: async (page) => {
			await bundle(page);
			await page.locator("main header button").last().click();
			await page.getByRole("dialog").waitFor();
		},
	},
	palette: { go: dialog("Control+k") },
	keys: { go: dialog("Shift+?") },
	settings: { go: dialog("Control+,") },
	"add a text": { go: dialog("Control+Shift+V") },
	"new discovery": { go: dialog("Control+n") },
	"import with faults": { go: dropped("/x/known faults.json") },
	"import that cannot be": { go: dropped("/x/broken.json") },
	copies: {
		go: async (page) => {
			await copies(page);
			await page.getByRole("dialog").locator("button[aria-expanded]").first().click();
			await page.getByRole("dialog").locator("table").waitFor();
		},
	},
	"restoring a copy": {
		go: async (page) => {
			await copies(page);
			await page.getByRole("dialog").locator("li button").last().click();
			await page.getByRole("dialog").locator("table").waitFor();
		},
	},
};

/** The grid with a card in hand, and then some keys. */
function pipeline(label?: string, ...keys: string[]) {
	return async (page: Page) => {
		await view(1)(page);
		await page.locator("[data-label=I-1]").waitFor();
		if (label !== undefined) await page.locator(`[data-label=${label}]`).click();
		for (const key of keys) {
			await page.waitForTimeout(200);
			await page.keyboard.press(key);
		}
		await page.waitForTimeout(200);
	};
}

function dropped(path: string) {
	return async (page: Page) => {
		await openSample(page);
		await page.evaluate((name) => window.factlyFake?.drag("drop", [name]), path);
		await page.getByRole("dialog").locator("li").first().waitFor();
	};
}

async function copies(page: Page) {
	await dialog("Control+,")(page);
	await page.getByRole("dialog").locator("dl + div button").nth(1).click();
	await page.getByRole("dialog").locator("li").first().waitFor();
}

function dialog(keys: string) {
	return async (page: Page) => {
		await openSample(page);
		await page.keyboard.press(keys);
		await page.getByRole("dialog").waitFor();
	};
}

/** What differs between looks is asked in each; what does not (names, roles, order) is asked once. */
const everything = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];
const looks: Record<string, { look: Look; rules: string[] | "all" }> = {
	light: { look: { theme: "light" }, rules: "all" },
	dark: { look: { theme: "dark" }, rules: ["color-contrast"] },
	"German at 200 %": {
		look: { language: "de", width: 640, height: 400 },
		rules: ["target-size", "scrollable-region-focusable"],
	},
};

describe.each(Object.entries(looks))("%s", (lookName, { look, rules }) => {
	test.each(Object.entries(screens))("%s", async (name, screen) => {
		const { page, errors } = await openWindow(browser, { ...look, ...screen.look });
		await screen.go(page);
		await page.waitForTimeout(200);
		if (process.env.FACTLY_UI_SHOTS) {
			await page.screenshot({ path: `tests/shots/${name}, ${lookName}.png`.replaceAll(" ", "-") });
		}

		const axe = new AxeBuilder({ page });
		const { violations } = await (rules === "all" ? axe.withTags(everything) : axe.withRules(rules)).analyze();
		// The grid around its scroller has the focus, and its arrow keys scroll: axe looks at the scroller alone.
		const inGrid = (id: string, html: string) => id === "scrollable-region-focusable" && html.includes("_scroller_");
		const real = violations.filter(({ id, nodes }) => !nodes.every((node) => inGrid(id, node.html)));
		const faults = real.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join("\n  ")}`);
		expect(faults, "axe").toEqual([]);

		const spill = await page.evaluate(() => ({
			page: document.documentElement.scrollWidth - window.innerWidth,
			buttons: [...document.querySelectorAll("button")].filter(
				(button) => button.scrollWidth > button.clientWidth + 1 && getComputedStyle(button).overflow === "visible",
			).length,
		}));
		expect(spill, "nothing is wider than what holds it").toEqual({ page: 0, buttons: 0 });
		expect(await page.locator("style").count(), "no style element, which the policy refuses").toBe(0);
		expect(errors, "the console is quiet").toEqual([]);
		await page.context().close();
	});
});
