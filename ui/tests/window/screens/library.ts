import { enter, openDialog, page, showView } from "../browser.ts";
import { dialog, facts, inDialog, palette, type Screens, withMenu } from "./steps.ts";

/** The library and the window around a discovery: its start, files in and out, copies, and what lies over everything. */
export const libraryScreens: Screens = {
	"first start": { look: { scenario: "empty" }, go: () => page.locator("main h2").waitFor() },
	"nothing open": { go: () => page.locator("main h2").waitFor() },
	"damaged library": { look: { scenario: "damaged" }, go: () => page.locator("h1").waitFor() },
	"an empty discovery": {
		look: { scenario: "empty" },
		go: async () => {
			await page.locator("main h2").waitFor();
			await openDialog("Control+n");
			await page.keyboard.type("Quay walls");
			await page.keyboard.press("Enter");
			await page.getByRole("tab").first().waitFor();
			await showView("facts");
			await page.locator("main h2").waitFor();
		},
	},
	palette: { go: dialog("Control+k") },
	"search of the library": { go: searched("the", "[role=option]") },
	"search of the library without a hit": {
		go: searched("donaudampfschifffahrtsgesellschaft".repeat(6), "[role=status]"),
	},
	keys: { go: dialog("Shift+?") },
	settings: { go: dialog("Control+,") },
	"add a text": { go: dialog("Control+Shift+V") },
	"texts that are Inputs already": { go: dropped("/x/a.txt", "/x/b.txt", "/x/a.txt", "/x/b.txt") },
	"a text that is nearly an Input": {
		go: async () => {
			await enter();
			for (const length of [40, 60]) {
				await page.keyboard.press("Control+Shift+V");
				const log = `It was built in 1994. It is ${length} m long. The crane stands at its end. Nobody lives there.`;
				// A note of what was added is a dialog too.
				await page.locator("textarea").fill(`Log of the quay.\n\n${log}`);
				await page.keyboard.press("Control+Enter");
				if (length === 40) await page.locator("textarea").waitFor({ state: "detached" });
			}
			await page.locator("dd").first().waitFor();
		},
	},
	"new discovery": { go: dialog("Control+n") },
	"the menu of the library": { go: withMenu(sidebar, "nav + div") },
	"the menu of a discovery": { go: withMenu(sidebar, "li:has([data-open])") },
	"import with faults": { go: dropped("/x/known faults.json") },
	"import that cannot be": { go: dropped("/x/broken.json") },
	"which discoveries to export": {
		go: async () => {
			await facts();
			await palette("Export chosen discoveries", "Ausgewählte Untersuchungen exportieren");
			await inDialog().locator("[type=checkbox]").first().check();
		},
	},
	copies: {
		go: async () => {
			await copies();
			await inDialog().locator("button[aria-expanded]").first().click();
			await inDialog().locator("table").waitFor();
		},
	},
	"restoring a copy": {
		go: async () => {
			await copies();
			await inDialog().locator("li button").last().click();
			await inDialog().locator("table").waitFor();
		},
	},
};

async function sidebar(): Promise<void> {
	await page.locator("main h2").waitFor();
	if ((page.viewportSize()?.width ?? 0) <= 860) await page.keyboard.press("Control+b");
	await page.locator("[data-open]").first().waitFor();
}

function dropped(...paths: string[]) {
	return async () => {
		await enter();
		await page.evaluate((names) => window.factlyFake?.drag("drop", names), paths);
		await inDialog().locator("li").first().waitFor();
	};
}

async function copies(): Promise<void> {
	await dialog("Control+,")();
	await inDialog().locator("dl + div button").nth(1).click();
	await inDialog().locator("li").first().waitFor();
}

function searched(words: string, shown: string) {
	return async () => {
		await facts();
		await dialog("Control+Shift+F")();
		await page.keyboard.type(words);
		await inDialog().locator(shown).first().waitFor();
	};
}
