import { existsSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { catalog } from "../../src/commands/catalog.ts";
import type { CommandName } from "../../src/ipc/fake/reply.ts";
import type { ViewId } from "../../src/state/navigation.ts";

export type { ViewId };

/**
 * The built window over the fake host, in a headless Chromium. A file of tests that imports this has a browser of its
 * own; each test opens its window afresh, which is closed behind it, and no test passes whose console said an error,
 * such as a breach of the window's policy.
 */

const address = "http://127.0.0.1:4317";
/** The first opens no windows of its own around each page, which is a third of the time; not every system has it. */
const chromiums = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

export interface Look {
	scenario?: "empty" | "sample" | "provider" | "large" | "scripts" | "damaged";
	theme?: "light" | "dark";
	language?: "en" | "de";
	/** CSS pixels; a window at 200 % zoom has half of them. */
	width?: number;
	height?: number;
	slow?: number;
	/** As after a run that left the first discovery open. */
	open?: boolean;
}

/** The window that was opened last. */
export let page: Page;

let browser: Browser;
const open: BrowserContext[] = [];
const errors: string[] = [];

beforeAll(async () => {
	browser = await chromium.launch({
		executablePath: chromiums.find(existsSync) ?? "chromium",
		args: ["--no-sandbox", "--force-device-scale-factor=1"],
	});
});
afterAll(() => browser.close());
afterEach(async () => {
	const said = errors.splice(0);
	await Promise.all(open.splice(0).map((context) => context.close()));
	expect(said, "the console is quiet").toEqual([]);
});

export async function openWindow(look: Look = {}): Promise<void> {
	const { scenario = "sample", theme = "light", language = "en", width = 1280, height = 800, slow = 0 } = look;
	const left = look.open ? "&open" : "";
	const context = await browser.newContext({
		viewport: { width, height },
		colorScheme: theme,
		reducedMotion: "reduce",
	});
	open.push(context);
	page = await context.newPage();
	page.on("console", (message) => {
		if (message.type() === "error") errors.push(message.text());
	});
	page.on("pageerror", (error) => errors.push(String(error)));
	// The desktop shell freezes the prototype; a library that writes to it would stop there and only there.
	await page.addInitScript(
		`Object.freeze(Object.prototype); localStorage.setItem("factly.preferences", ${JSON.stringify(JSON.stringify({ language }))});`,
	);
	await page.goto(`${address}/?scenario=${scenario}&slow=${slow}&language=${language}${left}`);
}

/** Opens a discovery, by a part of its title. In a narrow window the library lies folded away before that. */
export async function enter(title = "Harbour festival"): Promise<void> {
	await page.locator("main").waitFor();
	if ((page.viewportSize()?.width ?? 0) <= 860) await page.keyboard.press("Control+b");
	await page.locator("[data-open]", { hasText: title }).click();
	await page.getByRole("tabpanel").first().waitFor();
}

export async function openDiscovery(look: Look = {}, title?: string): Promise<void> {
	await openWindow(look);
	await enter(title);
}

export async function openView(view: ViewId, look: Look = {}, title?: string): Promise<void> {
	await openDiscovery(look, title);
	await showView(view);
}

/** The window at work: chosen with room, since the library is folded away without, and narrowed then. */
export async function openNarrowed(view: ViewId, look: Look = {}, title?: string): Promise<void> {
	await openView(view, { ...look, width: 1280, height: 800 }, title);
	if (look.width && look.height) await page.setViewportSize({ width: look.width, height: look.height });
}

/** Goes to a view by its key, as the catalogue has it. */
export function showView(view: ViewId): Promise<void> {
	const [keys = ""] = catalog[`view.${view}`].keys ?? [];
	return page.keyboard.press(keys.replace("Mod", "Control"));
}

/** A card of the pipeline. */
export const card = (label: string) => page.locator(`[data-label="${label}"]`);
/** Waits until the window says so, in a toast or elsewhere. */
export const said = (words: string | RegExp) => page.getByText(words).first().waitFor();
export const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });

/** What every call of a command was given so far. */
export const calls = <Args = object>(command: CommandName) =>
	page.evaluate(
		(name) => (window.factlyFake?.calls ?? []).filter((call) => call.command === name).map(({ args }) => args),
		command,
	) as Promise<Args[]>;

/** Waits until the host has answered all that it was asked, and the window has drawn it. */
export const settled = () =>
	page.evaluate(async () => {
		const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
		for (let calm = 0; calm < 3; calm = window.factlyFake?.pending === 0 ? calm + 1 : 0) await drawn();
	});

/** As `settled`, once nothing is asked any more either: notices of changes are gathered before what changed is read anew. */
export const calm = () =>
	page.evaluate(async () => {
		const fake = window.factlyFake;
		for (let seen = -1; fake && (seen !== fake.calls.length || fake.pending > 0); ) {
			seen = fake.calls.length;
			await new Promise((resolve) => setTimeout(resolve, 200));
		}
	});

/** How many elements the document has. */
export const nodes = () => page.evaluate(() => document.querySelectorAll("*").length);

interface Barriers {
	/** Selects what is looked at; by default everything. */
	within?: string;
	/** By default those of WCAG 2.2 AA and what axe calls best practice. */
	rules?: readonly string[] | undefined;
}

/** What axe finds, each with where it stands. */
export async function barriers({ within, rules }: Barriers = {}): Promise<string[]> {
	// The window has no frames: without legacy mode each look would open a page of its own to gather theirs. Only what is
	// wrong crosses over.
	const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
	if (within) axe.include(within);
	if (rules) axe.withRules([...rules]);
	else axe.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]);
	const { violations } = await axe.analyze();
	return violations
		.filter(
			({ id, nodes: found }) => !found.every(({ html }) => scrolledFromOutside(id, html) || handsFocusOn(id, html)),
		)
		.map(({ id, nodes: found }) => `${id}: ${found.map(({ html }) => html.slice(0, 160)).join("\n  ")}`);
}

/** What stands at the ends of an open menu has the focus for no moment: it hands it on. */
const handsFocusOn = (rule: string, html: string) =>
	rule === "aria-hidden-focus" && /data-base-ui-focus-guard/.test(html);

/** The grid around its scroller, or the field over a list, has the focus and its arrows scroll: axe sees the scroller alone. */
const scrolledFromOutside = (rule: string, html: string) =>
	rule === "scrollable-region-focusable" && /_scroller_|role="listbox"/.test(html);

/** Opens what a key opens, and waits until it hears what is typed. */
export async function openDialog(keys: string): Promise<void> {
	await page.keyboard.press(keys);
	await page.getByRole("dialog").waitFor();
	await focusIn("[role=dialog]");
}

/** Waits until the focus is there: what is typed before is lost, or goes elsewhere. */
export const focusIn = (selector: string) =>
	expect
		.poll(() => page.evaluate((wanted) => Boolean(document.activeElement?.closest(wanted)), selector), {
			message: `the focus is in ${selector}`,
		})
		.toBe(true);

/** The chat's field, once it takes words: it does not while an answer comes, nor until that has wholly ended. */
export const CHAT_FIELD = "section[aria-label=Chat] [contenteditable=true]";

/** Gives a card other words beneath the window, as another window or the command line would. */
export const edit = (label: string, text: string) =>
	page.evaluate(
		async ([name, words]) => {
			const { invoke } = (
				window as unknown as { __TAURI_INTERNALS__: { invoke: (c: string, a: object) => Promise<unknown> } }
			).__TAURI_INTERNALS__;
			const discoveries = (await invoke("discovery_list", { query: null, archived: false })) as { id: string }[];
			await invoke("entity_edit", { discovery: discoveries[0]?.id, label: name, text: words, outputType: null });
		},
		[label, text] as const,
	);
