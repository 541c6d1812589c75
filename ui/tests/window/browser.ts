import { existsSync, rmSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { Model, type Step, says } from "../../../tests/e2e/harness/model.mjs";
import { catalog } from "../../src/commands/catalog.ts";
import type { Discovery, FactPage, Preferences, ProviderState } from "../../src/ipc/bindings.ts";
import type { ViewId } from "../../src/state/navigation.ts";
import { Host } from "../host/host.ts";
import { type CommandName, openDoor } from "../host/inPage.ts";
import { copyOf, type Library } from "../host/libraries.ts";

export type { ViewId };

/**
 * The window as it is shipped, in a headless Chromium, over the real host. A file of tests that imports this has a browser
 * of its own; each test opens its window afresh over a library of its own, which is closed behind it, and no test passes
 * whose console said an error, such as a breach of the window's policy.
 */

/** The first opens no windows of its own around each page, which is a third of the time; not every system has it. */
const chromiums = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

export interface Look {
	library?: Library;
	/** Variables that the host is started with. */
	environment?: Record<string, string>;
	theme?: "light" | "dark";
	language?: "en" | "de";
	/** CSS pixels; a window at 200 % zoom has half of them. */
	width?: number;
	height?: number;
	/** The host takes so many milliseconds more for each answer. */
	slow?: number;
	/** As after a run that left the first discovery open. */
	open?: boolean;
}

/** The window that was opened last, and its host. */
export let page: Page;
export let host: Host;

let browser: Browser;
const open: { context: BrowserContext; host: Host; folder: string }[] = [];
const models: Model[] = [];
const errors: string[] = [];

beforeAll(async () => {
	browser = await chromium.launch({
		executablePath: chromiums.find(existsSync) ?? "chromium",
		args: ["--no-sandbox", "--force-device-scale-factor=1"],
	});
});
afterAll(() => browser.close());
afterEach(async () => {
	const seenErrors = errors.splice(0);
	for (const model of models.splice(0)) model.stop();
	await Promise.all(
		open.splice(0).map(async ({ context, host: its, folder }) => {
			await context.close();
			await its.end();
			rmSync(folder, { recursive: true, force: true });
		}),
	);
	expect(seenErrors, "the console is quiet").toEqual([]);
});

export async function openWindow(look: Look = {}): Promise<void> {
	const { library = "sample", theme = "light", language = "en", width = 1280, height = 800, slow = 0 } = look;
	const folder = copyOf(library);
	const its = new Host(folder, look.environment);
	host = its;
	const context = await browser.newContext({
		viewport: { width, height },
		colorScheme: theme,
		reducedMotion: "reduce",
	});
	open.push({ context, host: its, folder });
	if (library !== "damaged") await prefer(language, look.open ?? false);
	page = await context.newPage();
	const opened = page;
	page.on("console", (message) => {
		if (message.type() === "error") errors.push(message.text());
	});
	page.on("pageerror", (error) => errors.push(String(error)));
	await page.exposeFunction("askHost", async (command: string, args: string) =>
		JSON.stringify(await its.ask(command, JSON.parse(args))),
	);
	its.onUnasked = (unasked) => {
		// A page that is on its way to another hears nothing.
		opened.evaluate((words) => window.testDoor?.hear(words), unasked).catch(() => {});
	};
	await page.route("http://page.localhost/**", async (route) => {
		const body = await its.picture(route.request().url().replace("http://page.localhost", "page://localhost"));
		await (body.length > 0 ? route.fulfill({ body }) : route.fulfill({ status: 404 }));
	});
	await page.addInitScript(openDoor, "askHost");
	await page.addInitScript((ms) => window.testDoor?.slow(ms), slow);
	// The desktop shell freezes the prototype; a library that writes to it would stop there and only there.
	await page.addInitScript(
		`Object.freeze(Object.prototype); localStorage.setItem("factly.preferences", ${JSON.stringify(JSON.stringify({ language }))});`,
	);
	await page.goto(inject("address"));
}

/** A model that answers with these steps, whatever it is asked; with no steps, with a word. */
export async function openModel(...steps: Step[]): Promise<Model> {
	const model = await Model.start();
	models.push(model);
	model.always(() => (steps.length > 0 ? steps : [says("OK")]));
	return model;
}

/** Has every task answered by such a model, which may see all of the discovery. */
export async function setModel(...steps: Step[]): Promise<Model> {
	const model = await openModel(...steps);
	const { stored } = await host.value<ProviderState>("provider_settings");
	const choice = { provider: "openai-compatible", baseUrl: model.base, model: "scripted-1" };
	await host.value("provider_set", { settings: { ...stored, extraction: choice, chat: choice, derivation: choice } });
	await host.value("allow_sending", { discovery: await discovery(), task: "chat" });
	return model;
}

/** Sets the library's record of the window, as the last run left it. */
async function prefer(language: "en" | "de", isOpen: boolean): Promise<void> {
	const preferences = await host.value<Preferences>("preferences");
	const [first] = isOpen ? await host.value<Discovery[]>("discovery_list", { query: null, archived: false }) : [];
	await host.value("set_preferences", { preferences: { ...preferences, language, lastDiscovery: first?.id ?? null } });
}

/** Opens a discovery, by a part of its title. In a narrow window the library lies folded away before that. */
export async function enter(title = "Harbour festival"): Promise<void> {
	await page.locator("main").waitFor();
	if ((page.viewportSize()?.width ?? 0) <= 860) await page.keyboard.press("Control+b");
	await page.locator("[data-open]", { hasText: title }).click();
	await page.locator("[data-view]").waitFor();
}

/** Opens a discovery at its sources. */
export async function openDiscovery(look: Look = {}, title?: string): Promise<void> {
	await openWindow(look);
	await enter(title);
	await showView("source");
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

/** The views that have no key of their own, by the view whose place they share. */
const beside: Partial<Record<ViewId, ViewId>> = {
	coverage: "source",
	guide: "source",
	items: "facts",
	known: "facts",
	outline: "pipeline",
};

/** Goes to a view by its key, as the catalogue has it, or as one goes where there is none. */
export async function showView(view: ViewId): Promise<void> {
	const [keys] = catalog[`view.${beside[view] ?? view}`].keys ?? [];
	if (keys) await page.keyboard.press(keys.replace("Mod", "Control"));
	else await openProof();
	if (beside[view]) await page.locator(`main [data-goes=${view}]`).click();
}

/** Opens the reading of every text, the first entry of what proves a discovery. */
async function openProof(): Promise<void> {
	await page.locator("header [aria-haspopup=menu]").click();
	await role("menuitem").first().click();
}

/** A card of the pipeline. */
export const card = (label: string) => page.locator(`[data-label="${label}"]`);
/** Waits until the window says so, in a toast or elsewhere. */
export const seesText = (words: string | RegExp) => page.getByText(words).first().waitFor();
/**
 * An element by its role and its whole name, or a pattern of it, among those that can be reached: a panel that is left and
 * all behind a modal dialog are inert.
 */
export const role = (kind: Parameters<Page["getByRole"]>[0], name?: string | RegExp) =>
	page
		.getByRole(kind, name === undefined ? {} : { name, exact: typeof name === "string" })
		.and(page.locator(":not([inert], [inert] *)"));
export const button = (name: string | RegExp) => role("button", name);

/** Returns the arguments of every call of a command so far. */
export const calls = <Args = object>(command: CommandName) =>
	page.evaluate(
		(name) => (window.testDoor?.calls ?? []).filter((call) => call.command === name).map(({ args }) => args),
		command,
	) as Promise<Args[]>;

/** Waits until the host has answered all that it was asked, and the window has drawn it. */
export const settled = () =>
	page.evaluate(async () => {
		const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
		for (let calm = 0; calm < 3; calm = window.testDoor?.pending === 0 ? calm + 1 : 0) await drawn();
	});

/** Counts the elements of the document. */
export const nodes = () => page.evaluate(() => document.querySelectorAll("*").length);

interface Barriers {
	/** Selects what is looked at; by default everything. */
	within?: string;
	/** By default those of WCAG 2.2 AA and what axe calls best practice. */
	rules?: readonly string[] | undefined;
}

/** Returns the findings of axe, each with its place. */
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

/** Returns whether an element at the ends of an open menu has the focus for no moment: it hands it on. */
const handsFocusOn = (rule: string, html: string) =>
	rule === "aria-hidden-focus" && /data-base-ui-focus-guard/.test(html);

/** The grid around its scroller, or the field over a list, has the focus and its arrows scroll: axe sees the scroller alone. */
const scrolledFromOutside = (rule: string, html: string) =>
	rule === "scrollable-region-focusable" && /_scroller_|role="listbox"/.test(html);

/** Opens what a key opens, and waits until it hears what is typed. */
export async function openDialog(keys: string): Promise<void> {
	await page.keyboard.press(keys);
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

/** The discovery of that title, or the newest. */
export async function discovery(title = ""): Promise<string> {
	const all = await host.value<Discovery[]>("discovery_list", { query: null, archived: false });
	const found = all.find((one) => one.title.startsWith(title));
	if (!found) throw new Error(`there is no discovery “${title}”`);
	return found.id;
}

/** Gives a card other words beneath the window, as another window or the command line would. */
export const edit = async (label: string, text: string) =>
	host.value("entity_edit", { discovery: await discovery(), label, text, outputType: null });

/** Says something in the chat beneath the window, and waits for the answer. */
export const talk = async (text: string) =>
	host.value("chat_send", {
		discovery: await discovery(),
		conversation: null,
		text,
		mentions: [],
		items: null,
		task: "talk",
		events: "__CHANNEL__:0",
	});

/** A text of which two lengths are nearly alike: of its sentences one differs. */
export const quayLog = (length: number) =>
	`Log of the quay. It was built in 1994. It is ${length} m long. The crane stands at its end. Nobody lives there. The wall was painted in May. Two lamps are missing. The ferry leaves every forty minutes. A diver looked at the piles. Nothing else was noted on that day.`;

/** The fact that has this label now. */
export async function factId(label: string): Promise<string> {
	const statuses = ["accepted", "proposed", "conflict", "rejected", "superseded"];
	const filter = { statuses, inputId: null, needsReview: null, acceptedBy: null, text: null };
	const args = { discovery: await discovery(), filter, after: null, limit: 100 };
	const found = (await host.value<FactPage>("facts_page", args)).facts.find((fact) => fact.label === label);
	if (!found) throw new Error(`there is no ${label}`);
	return found.id;
}

/** Adds a fact beneath the window that comes to say the same as F-4. */
export async function addTwin(): Promise<void> {
	const light = { kind: "fact", text: "The harbour has a light", from: [], outputType: null, anyway: true };
	await host.value("entity_add", { discovery: await discovery(), ...light });
	await edit("F-18", "The quay carries at most 500 kg per square metre.");
}
