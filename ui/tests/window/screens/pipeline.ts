import { card, edit, host, page, quayLog, role, settled } from "../browser.ts";
import { type Go, inDialog, openMenu, type Screens, view, withMenu } from "./steps.ts";

/** The five columns, and what they open over themselves. */
export const pipelineScreens: Screens = {
	pipeline: { go: pipeline() },
	outline: {
		go: async () => {
			await view("outline")();
			await page.locator("main nav li button").first().click();
			await page.locator("main section[data-print] ol").first().waitFor();
		},
	},
	"a card": { go: pipeline("N-1") },
	"the menu of the columns": { go: withMenu(pipeline(), "main [role=toolbar]") },
	"the menu of a card": { go: withMenu(pipeline("N-1"), "aside footer") },
	"the menu of an Input's card": { go: withMenu(pipeline("I-1"), "aside footer") },
	"several cards": {
		go: async () => {
			await pipeline("N-1")();
			await page.keyboard.press("Shift+ArrowDown");
			await role("toolbar").last().waitFor();
		},
	},
	"a new card": { go: pipeline("O-1", "n") },
	"a card that is said already": {
		go: async () => {
			await writtenAgain();
			await inDialog().locator("li").first().waitFor();
		},
	},
	"cards that say the same": {
		go: async () => {
			await pipeline("N-6")();
			await edit("N-5", "A landmark the crane is");
			await openMenu("main [role=toolbar]");
			await role("menuitem").first().click();
			await inDialog().locator("fieldset").first().waitFor();
		},
	},
	"Inputs that say the same": {
		go: async () => {
			await pipeline("I-1")();
			host.drag("drop", [host.file("quay log.txt", quayLog(40))]);
			await card("I-4").waitFor();
			await edit("I-2", quayLog(60));
			await openMenu("main [role=toolbar]");
			await role("menuitem").first().click();
			await inDialog().locator("li").first().waitFor();
		},
	},
	"the filters of a column": { go: filtered },
	"a column that is filtered": {
		go: async () => {
			await filtered();
			await inDialog().getByRole("checkbox").first().check();
			await inDialog().getByRole("button").last().waitFor();
		},
	},
	"a peek": { go: pipeline("N-2", "Space") },
	"linking by keys": { go: pipeline("N-6", "l") },
	"editing a card": {
		go: async () => {
			await pipeline("N-2", "e")();
			await page.locator("form textarea").waitFor();
		},
	},
	"a version beside the text that stands": {
		go: async () => {
			await pipeline("N-2")();
			await page.locator("aside button[aria-expanded]", { hasText: "v1" }).click();
			await page.locator("aside del").first().waitFor();
		},
	},
	"a trace": { go: pipeline("O-1", "t") },
	derivation: { go: pipeline("F-1", "d") },
	"what an answer suggests": { go: suggested },
	"suggestions that wait": {
		go: async () => {
			await suggested();
			await inDialog().locator("footer button").last().click();
			await inDialog().waitFor({ state: "detached" });
			await role("button", /^(Suggestions|Vorschläge): 2$/).click();
			const waits = inDialog().locator("li");
			const count = await waits.count();
			await waits.first().locator("button").first().click();
			// The one that was decided on is gone before the next is gone to.
			await waits.nth(count - 1).waitFor({ state: "detached" });
			await waits.first().locator("button").nth(1).click();
			await inDialog().locator("textarea").waitFor();
		},
	},
	history: { go: pipeline("N-3", "a", "Control+Shift+h") },
};

/** The grid with a card in hand, and then some keys. */
function pipeline(label?: string, ...keys: string[]): Go {
	return async () => {
		await view("pipeline")();
		await card("I-1").waitFor();
		if (label !== undefined) await card(label).click();
		for (const key of keys) {
			await settled();
			await page.keyboard.press(key);
		}
	};
}

/** A card whose words another has, in another order. */
async function writtenAgain(): Promise<void> {
	await pipeline("N-6", "n")();
	await page.locator("form textarea").fill("A landmark the crane is");
	await page.keyboard.press("Control+Enter");
	await inDialog().waitFor();
}

async function filtered(): Promise<void> {
	await pipeline()();
	await role("button", /^(Filter and sort Insights|Erkenntnisse filtern und ordnen)/).click();
	await inDialog().waitFor();
}

/** One that follows, one that is said already, and one that names nothing. */
async function suggested(): Promise<void> {
	await pipeline("F-1", "d")();
	const suggestions = [
		{ text: "Queues will form at the gate", from: ["F-1"] },
		{ text: "A landmark is the crane", from: ["F-1"] },
		{ text: "Out of the blue", from: [] },
	];
	await inDialog().locator("textarea").fill(JSON.stringify({ suggestions }));
	await inDialog().locator("footer button").last().click();
	await inDialog().locator("li button").first().waitFor();
}
