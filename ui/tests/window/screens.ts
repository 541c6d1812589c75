import { expect, test } from "vitest";
import {
	barriers,
	calls,
	card,
	enter,
	type Look,
	openWindow,
	page,
	settled,
	showView,
	type ViewId,
} from "./browser.ts";
import { missing, remember } from "./remembered.ts";

/** Every screen, in every look that people use: readable, named, within the window, and within the policy. */

type Go = () => Promise<void>;

const view = (id: ViewId) => async () => {
	await enter();
	await showView(id);
};
const work: Go = async () => {
	await view("work")();
	await page.locator("[data-question]").first().waitFor();
	await page.locator("[data-chat-input] [contenteditable]").waitFor({ state: "attached" });
};
const facts: Go = async () => {
	await view("facts")();
	await page.locator("[data-row='0']").waitFor();
};
const fact =
	(index: number): Go =>
	async () => {
		await facts();
		for (let step = 0; step <= index; step++) await page.keyboard.press("j");
		await page.locator("aside h2").last().waitFor();
	};
const bundle: Go = async () => {
	await view("audit")();
	await page.locator("main section button[aria-current]").first().click();
	await page.locator("code").waitFor();
};
const inDialog = () => page.getByRole("dialog");

const screens: Record<string, { look?: Look; go: Go }> = {
	"first start": { look: { scenario: "empty" }, go: () => page.locator("main h2").waitFor() },
	"nothing open": { go: () => page.locator("main h2").waitFor() },
	"damaged library": { look: { scenario: "damaged" }, go: () => page.locator("h1").waitFor() },
	pipeline: { go: pipeline() },
	"a card": { go: pipeline("N-1") },
	"several cards": {
		go: async () => {
			await pipeline("N-1")();
			await page.keyboard.press("Shift+ArrowDown");
			await page.getByRole("toolbar").last().waitFor();
		},
	},
	"a new card": { go: pipeline("O-1", "n") },
	"a trace": { go: pipeline("O-1", "t") },
	derivation: { go: pipeline("F-1", "d") },
	history: { go: pipeline("N-3", "a", "Control+Shift+h") },
	source: { go: view("source") },
	review: { go: view("review") },
	"a conflict in the inbox": {
		go: async () => {
			await view("review")();
			await page.locator("main article").waitFor();
			for (let step = 0; step < 2; step++) await page.keyboard.press("j");
			await page.locator("main article section h3").first().waitFor();
		},
	},
	work: { go: work },
	"work on an item": {
		go: async () => {
			await work();
			await page.getByRole("radio", { name: /^(Item|Gegenstand)$/ }).check();
			await page.locator("[data-question]").waitFor();
		},
	},
	"a finished round": {
		go: async () => {
			await work();
			await page.keyboard.press("j");
			await page.keyboard.type("12,000 EUR");
			await page.keyboard.press("Enter");
			await page.keyboard.press("2");
			await page.keyboard.press("Control+Enter");
			await page.locator("[data-question='project.constraints.drillingAllowed']").waitFor({ state: "detached" });
		},
	},
	"no model for suggestions": { go: suggested },
	"suggestions of a model": { look: { scenario: "provider" }, go: suggested },
	"no items": { go: view("items") },
	"a new item": { go: onItems("add") },
	items: { go: onItems() },
	"an item": { go: onItems("open") },
	"an item of which nothing is known": { go: onItems("open last") },
	"editing an item": { go: onItems("open", 0) },
	"merging an item": { go: onItems("open", 1) },
	"splitting an item": { go: onItems("open", 2) },
	"setting a field": { go: onItems("open", "set") },
	"items as they stood": {
		go: async () => {
			await onItems()();
			await past();
			await page.locator("main [role=tab]").nth(2).click();
			await page.locator("main [role=region] h2").first().waitFor();
		},
	},
	"which item": {
		go: async () => {
			await onItems()();
			await fact(1)();
			await page.keyboard.press("i");
			await inDialog().locator("[type=radio]").last().waitFor();
		},
	},
	"an item in a text": {
		go: async () => {
			await onItems()();
			await page.keyboard.press("Control+Shift+V");
			await page.locator("textarea").fill("Nothing but ");
			await page.keyboard.press("End");
			await page.keyboard.type("@");
			await page.getByRole("option").first().waitFor();
		},
	},
	facts: { go: view("facts") },
	"a proposed fact": { go: fact(5) },
	"a conflict": { go: fact(8) },
	"a refused quote": { go: fact(15) },
	"editing a fact": {
		go: async () => {
			await fact(5)();
			await page.keyboard.press("e");
			await page.locator("textarea").waitFor();
		},
	},
	"no match": {
		go: async () => {
			await facts();
			await page.keyboard.press("/");
			await page.keyboard.type("zzz");
			await page.locator("main h2").waitFor();
		},
	},
	audit: { go: bundle },
	run: {
		go: async () => {
			await bundle();
			await page.getByRole("tab").last().click();
			await page.locator("details").last().waitFor();
		},
	},
	"paste an answer": {
		go: async () => {
			await bundle();
			await page.locator("main header button").last().click();
			await inDialog().waitFor();
		},
	},
	palette: { go: dialog("Control+k") },
	keys: { go: dialog("Shift+?") },
	settings: { go: dialog("Control+,") },
	providers: { go: providers() },
	"a provider for each task": { look: { scenario: "provider" }, go: providers() },
	"servers that were found": {
		go: async () => {
			await providers()();
			await page.getByRole("radio").nth(3).check();
			await page.locator("[data-width=large] button[aria-label]").first().waitFor();
			await page.getByRole("button", { name: /Find servers|Server auf/ }).click();
			await page.getByRole("button", { name: /Use Ollama|Ollama auf/ }).click();
			await page.getByRole("button", { name: /Test connection|Verbindung/ }).click();
			await page.getByText("✓").first().waitFor();
		},
	},
	"what a variable says": {
		go: async () => {
			await page.locator("main").waitFor();
			await page.evaluate(() => {
				const providers = window.factlyFake?.state.providers;
				if (providers) providers.environment = { FACTLY_PROVIDER: "openai", FACTLY_MODEL: "m", LLM_TEMP_CHAT: "0.9" };
			});
			await providers()();
		},
	},
	"leaving what is not saved": {
		go: async () => {
			await providers()();
			await page.getByRole("radio").nth(1).check();
			await page.keyboard.press("Escape");
			await page.getByRole("alert").waitFor();
		},
	},
	consent: {
		look: { scenario: "provider" },
		go: async () => {
			await page.locator("main").waitFor();
			await page.evaluate(() => window.factlyFake?.state.providers.allowed.clear());
			await dialog("Control+Shift+V")();
			await page.locator("textarea").fill("The wall is 3 m high.");
			await page.keyboard.press("Control+Enter");
			await inDialog().locator("dl").waitFor();
		},
	},
	"what was sent": { look: { scenario: "provider" }, go: sent },
	"a request": {
		look: { scenario: "provider" },
		go: async () => {
			await sent();
			await inDialog().locator("ol button").first().click();
			await page.locator("code").first().waitFor();
		},
	},
	"add a text": { go: dialog("Control+Shift+V") },
	"new discovery": { go: dialog("Control+n") },
	"import with faults": { go: dropped("/x/known faults.json") },
	"import that cannot be": { go: dropped("/x/broken.json") },
	copies: {
		go: async () => {
			await copies();
			await inDialog().locator("button[aria-expanded]").first().click();
			await inDialog().locator("table").waitFor();
		},
	},
	"an empty chat": { go: chat() },
	"a mention": { go: chat("Why @") },
	"an answer": { go: chat("summary", "Enter") },
	"cards of the chat": { go: chat("three changes", "Enter") },
	"a card that deletes": { go: chat("Delete F-2 and F-9", "Enter") },
	"a card that is written in": { go: chat("Add an output: Plan of the exits", "Enter", "edit") },
	"a failed answer": { go: chat("fail", "Enter") },
	"a long word": {
		go: chat("Donaudampfschifffahrtsgesellschaftskapitänsmützenbewahrungsanstaltsverwaltungsgebäude", "Enter"),
	},
	"a long conversation": {
		look: { scenario: "large" },
		go: async () => {
			await enter("Flood risk");
			await page.keyboard.press("Control+j");
			await page.locator("[data-chat-input]").waitFor();
		},
	},
	conversations: { go: chat("summary", "Enter", "list") },
	"an answer of a model": { look: { scenario: "provider" }, go: chat("summary", "Enter") },
	"the inspector with nothing selected": { go: view("audit") },
	"an empty discovery": {
		look: { scenario: "empty" },
		go: async () => {
			await page.locator("main h2").waitFor();
			await page.keyboard.press("Control+n");
			await inDialog().waitFor();
			await page.keyboard.type("Quay walls");
			await page.keyboard.press("Enter");
			await page.getByRole("tab").first().waitFor();
			await showView("facts");
			await page.locator("main h2").waitFor();
		},
	},
	"work with an answer": {
		go: async () => {
			await work();
			const conversation = page.getByRole("radio", { name: /^(Conversation|Gespräch)$/ });
			if (await conversation.isVisible()) await conversation.check();
			await page.keyboard.press("Control+j");
			await talk("three changes", "Enter");
		},
	},
	"what lines mean": { go: memory },
	"a line in hand": {
		go: async () => {
			await memory();
			for (const key of ["j", "j", "j", "x"]) await page.keyboard.press(key);
		},
	},
	"a line that is decided": {
		go: async () => {
			await memory();
			for (const key of ["j", "j", "a"]) await page.keyboard.press(key);
			await page.locator("figure").waitFor();
		},
	},
	catalogue: { go: catalogue },
	"a large catalogue": {
		look: { scenario: "large" },
		go: catalogue,
	},
	"an empty catalogue": {
		go: async () => {
			await page.locator("main").waitFor();
			await remember([]);
			await memory();
		},
	},
	"a catalogue that lacks what lines mean": {
		go: async () => {
			await page.locator("main").waitFor();
			await remember(missing);
			await memory();
			await page.locator("main section [role=tab]").nth(1).click();
			await page.locator("main article").nth(1).waitFor();
		},
	},
	prices: { go: prices },
	"an item without prices": {
		go: async () => {
			await catalogue();
			await page.locator("main [role=tabpanel] button[aria-current]").nth(1).click();
			await page.locator("main section h2").last().waitFor();
		},
	},
	"a price by hand": {
		go: async () => {
			await prices();
			await page.locator("main section header button").first().click();
			await inDialog().waitFor();
		},
	},
	"a canonical item": { go: () => priceMenu(0) },
	"exchange rates": {
		go: async () => {
			await priceMenu(1);
			const fields = inDialog().getByRole("textbox");
			for (const [at, words] of ["USD", "EUR", "0.92", "2026-11-01"].entries()) await fields.nth(at).fill(words);
			await page.keyboard.press("Enter");
			await inDialog().locator("table").waitFor();
		},
	},
	"a catalogue from a file": {
		go: async () => {
			await catalogue();
			await page.locator("main [role=tabpanel] [aria-haspopup=menu]").click();
			await page.getByRole("menuitem").first().click();
			await inDialog().locator("li").waitFor();
		},
	},
	coverage: { go: () => coverage() },
	"coverage with parts that failed": {
		look: { scenario: "large" },
		go: () => coverage("Flood risk"),
	},
	"a turn in the audit": {
		go: async () => {
			await view("audit")();
			await page.locator("main section button[aria-current]").last().click();
			await page.locator("code").waitFor();
		},
	},
	"naming a view": { go: savedView },
	"a saved view": {
		go: async () => {
			await savedView();
			await page.keyboard.press("Enter");
			await inDialog().waitFor({ state: "detached" });
		},
	},
	"the past": { go: past },
	"the blocks of the past": {
		go: async () => {
			await past();
			await page.locator("main [role=tab]").nth(1).click();
			await page.locator("main [role=region] h2").first().waitFor();
		},
	},
	"an evidence pack that was made": {
		go: async () => {
			await facts();
			await palette("Make an evidence pack", "Belegpaket erstellen");
			await page
				.getByText(/c95b0ba3/)
				.first()
				.waitFor();
		},
	},
	"an evidence pack that is whole": { go: checkedPack(false) },
	"an evidence pack that is not": { go: checkedPack(true) },
	"restoring a copy": {
		go: async () => {
			await copies();
			await inDialog().locator("li button").last().click();
			await inDialog().locator("table").waitFor();
		},
	},
};

/** What a model suggests for the current state, beside the questions or, with little room, in their place. */
async function suggested(): Promise<void> {
	await work();
	const state = page.getByRole("radio", { name: /^(State|Stand)$/ });
	if (await state.isVisible()) await state.check();
	await page.getByRole("button", { name: /^(Suggest additions|Ergänzungen vorschlagen)$/ }).click();
	const found = page.getByRole("region", { name: /^(Suggestions|Vorschläge)$/ });
	await found.getByRole("button").first().waitFor();
	await found.scrollIntoViewIfNeeded();
}

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

/** The chat with something typed, and then some keys; "edit" and "list" press the button of that purpose. */
function chat(typed = "", ...keys: string[]): Go {
	return async () => {
		await view("pipeline")();
		await card("I-1").waitFor();
		await page.keyboard.press("Control+j");
		await talk(typed, ...keys);
	};
}

async function talk(typed: string, ...keys: string[]): Promise<void> {
	await page.locator("[data-chat-input] [contenteditable]").waitFor();
	await page.evaluate(() => Object.assign(window.factlyFake?.state.chat ?? {}, { pace: 0, stride: 400 }));
	await settled();
	await page.keyboard.type(typed);
	for (const key of keys) {
		await settled();
		if (key === "edit") await page.locator("[data-card] footer button").nth(1).click();
		else if (key === "list") await page.locator("section button[aria-pressed]").click();
		else await page.keyboard.press(key);
	}
}

/** A view of the memory, with something of it open. */
async function memory(): Promise<void> {
	await view("memory")();
	await page.locator("main article").first().waitFor();
}
async function catalogue(): Promise<void> {
	await memory();
	await page.locator("main section [role=tab]").nth(1).click();
	await page.locator("main [role=tabpanel] button[aria-current]").first().waitFor();
}
async function prices(): Promise<void> {
	await catalogue();
	await page.getByRole("button", { name: /Molton black/ }).click();
	await page.locator("figure").waitFor();
}
/** An entry of the menu beside the button that adds a price. */
async function priceMenu(entry: number): Promise<void> {
	await prices();
	await page.locator("main section header [aria-haspopup=menu]").click();
	await page.getByRole("menuitem").nth(entry).click();
	await inDialog().waitFor();
}

async function coverage(title?: string): Promise<void> {
	await enter(title);
	await showView("audit");
	await page.locator("main [role=tab]").nth(1).click();
	await page.locator("main section h2").waitFor();
}

/** Proposed facts only, under a name. */
async function savedView(): Promise<void> {
	await facts();
	await page.locator("main fieldset button[aria-pressed]").nth(1).click();
	await page.getByRole("button", { name: /^(Save this view|Diese Ansicht speichern)$/ }).click();
	await inDialog().getByRole("textbox").fill("Waits for Mara");
}

/** As it stood before a fact was accepted and another rejected. */
async function past(): Promise<void> {
	await fact(3)();
	await page.keyboard.press("a");
	await expect.poll(() => calls("factAccept")).toHaveLength(1);
	await settled();
	await page.keyboard.press("r");
	await settled();
	// With little room the selected fact lies over the view.
	await page.keyboard.press("Escape");
	await page.keyboard.press("Control+Shift+h");
	await inDialog()
		.getByRole("button", { name: /^(Look at the beginning|Den Anfang ansehen)$/ })
		.click();
	await page.locator("main [role=tabpanel] button[data-changed=true]").first().waitFor();
}

/** Runs a command by what it is called in the language of the window. */
async function palette(english: string, german: string): Promise<void> {
	await page.keyboard.press("Control+k");
	const isGerman = (await page.locator("html").getAttribute("lang")) === "de";
	await inDialog()
		.getByRole("combobox")
		.fill(isGerman ? german : english);
	await page.keyboard.press("Enter");
}

function checkedPack(isBroken: boolean): Go {
	return async () => {
		await facts();
		await page.evaluate((broken) => Object.assign(window.factlyFake?.state ?? {}, { brokenPack: broken }), isBroken);
		await palette("Check an evidence pack", "Belegpaket prüfen");
		await inDialog().locator("dl").waitFor();
	};
}

/** The items, with one of whose fields all is known and one of a long name; then a page, and a dialog of it. */
function onItems(go?: "add" | "open" | "open last", then?: "set" | number): Go {
	return async () => {
		await enter();
		await page.evaluate(async () => {
			const names = ["Backdrop", "Bühnenhintergrundvorhangaufhängungsschienenbefestigung"];
			const { invoke } = (
				window as unknown as { __TAURI_INTERNALS__: { invoke: (name: string, args: object) => Promise<void> } }
			).__TAURI_INTERNALS__;
			for (const { id: discovery } of window.factlyFake?.state.content.discoveries ?? [])
				for (const name of names) await invoke("item_add", { discovery, name, aliases: ["cyc"] });
		});
		await showView("items");
		const names = page.getByRole("rowheader").getByRole("button");
		await names.last().waitFor();
		if (go === "add") await page.locator("main header button").nth(1).click();
		if (go === "open") await names.first().click();
		if (go === "open last") await names.last().click();
		if (go?.startsWith("open")) await page.locator("article summary, article h2").last().waitFor();
		if (then === "set") await page.locator("article section button").last().click();
		if (typeof then === "number") {
			await page.locator("article header [aria-haspopup=menu]").click();
			await page.getByRole("menuitem").nth(then).click();
		}
		if (go === "add" || then !== undefined) await inDialog().locator("form").waitFor();
	};
}

function dropped(path: string) {
	return async () => {
		await enter();
		await page.evaluate((name) => window.factlyFake?.drag("drop", [name]), path);
		await inDialog().locator("li").first().waitFor();
	};
}

function providers() {
	return async () => {
		await enter();
		await page
			.locator("header button", { has: page.locator(".lucide-cloud, .lucide-cloud-off") })
			.first()
			.click();
		await inDialog().locator("fieldset").first().waitFor();
	};
}

async function sent(): Promise<void> {
	await view("audit")();
	await page.locator("main section header button").first().click();
	await inDialog().locator("ol").waitFor();
}

async function copies(): Promise<void> {
	await dialog("Control+,")();
	await inDialog().locator("dl + div button").nth(1).click();
	await inDialog().locator("li").first().waitFor();
}

function dialog(keys: string) {
	return async () => {
		await enter();
		await page.keyboard.press(keys);
		await inDialog().waitFor();
	};
}

interface Sight {
	theme: "light" | "dark";
	/** What differs is asked in each sight; what does not (names, roles, order) is asked once. By default all is. */
	rules?: string[];
}

/** Opens every screen in one look, and holds each sight of it to what every screen promises. */
export function lookAtAll(lookName: string, look: Look, sights: readonly Sight[]): void {
	test.each(Object.entries(screens))("%s", async (name, screen) => {
		await openWindow({ ...look, ...screen.look });
		await screen.go();
		await settled();
		for (const { theme, rules } of sights) {
			await page.emulateMedia({ colorScheme: theme });
			await page.locator(`html[data-theme=${theme}]`).waitFor({ state: "attached" });
			if (process.env.FACTLY_UI_SHOTS) {
				const file = `${name}, ${lookName}, ${theme}.png`.replaceAll(" ", "-");
				await page.screenshot({ path: `tests/shots/${file}` });
			}
			await expect.poll(() => barriers({ rules }), { message: `axe, ${theme}` }).toEqual([]);
		}
		expect(await spill(), "nothing is wider than what holds it").toEqual({ page: 0, buttons: 0 });
		await expect
			.poll(() => page.locator("style").count(), { message: "no style element, which the policy refuses" })
			.toBe(0);
		await expect
			.poll(() => underChatButton(), { message: "nothing is out of reach under the chat's button" })
			.toEqual([]);
		for (const size of roomy) {
			await page.setViewportSize(size);
			await expect.poll(() => underChatButton(), { message: `nor at ${size.width} × ${size.height}` }).toEqual([]);
		}
	});
}

/** Other sizes at which people have the window. */
const roomy = [
	{ width: 1280, height: 800 },
	{ width: 900, height: 600 },
];

/** The controls that lie under the chat's button when all that scrolls is at its end; none where a dialog lies over it. */
async function underChatButton(): Promise<string[]> {
	await settled();
	// It comes a moment after the first picture of a discovery, and not where the chat is in the screen itself.
	if ((await page.locator("[data-panel]").count()) === 0 && (await page.locator("[role=tab]").count()) > 0)
		await page.locator("#chat-button").waitFor({ state: "attached" });
	// Rows that come into view may be higher than was guessed, so the end is gone to again.
	for (let again = 0; again < 3; again++) {
		await page.evaluate(() => {
			for (const element of document.querySelectorAll("*"))
				if (/auto|scroll/.test(getComputedStyle(element).overflowY)) element.scrollTop = element.scrollHeight;
		});
		await settled();
	}
	return page.evaluate(() => {
		const controls =
			"a[href], button, input, select, textarea, summary, label, [contenteditable=true], [role=option], [role=row][tabindex], [data-row], [data-label], [data-fact]";
		const button = document.getElementById("chat-button");
		if (!button) return [];
		const { left, top, width, height } = button.getBoundingClientRect();
		const under = new Set<Element>();
		for (let x = 1; x < width; x += 6) {
			for (let y = 1; y < height; y += 6) {
				const [over, ...rest] = document.elementsFromPoint(left + x, top + y);
				if (!over || !button.contains(over)) continue;
				for (const element of rest) {
					const control = element.closest(controls);
					if (control && !button.contains(control)) under.add(control);
				}
			}
		}
		return [...under].map((control) => control.outerHTML.slice(0, 120));
	});
}

function spill(): Promise<{ page: number; buttons: number }> {
	return page.evaluate(() => ({
		page: document.documentElement.scrollWidth - window.innerWidth,
		buttons: [...document.querySelectorAll("button")].filter(
			(button) => button.scrollWidth > button.clientWidth + 1 && getComputedStyle(button).overflow === "visible",
		).length,
	}));
}
