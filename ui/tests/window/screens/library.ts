import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Discovery } from "../../../src/ipc/bindings.ts";
import { discovery, enter, host, openDialog, page, quayLog, showView } from "../browser.ts";
import { dialog, facts, inDialog, palette, type Screens, withMenu } from "./steps.ts";

/** The library and the window around a discovery: its start, files in and out, copies, and what lies over everything. */
export const libraryScreens: Screens = {
	"first start": { look: { library: "empty" }, go: () => page.locator("main h2").waitFor() },
	"nothing open": { go: () => page.locator("main h2").waitFor() },
	"damaged library": { look: { library: "damaged" }, go: () => page.locator("h1").waitFor() },
	"an empty discovery": {
		look: { library: "empty" },
		go: async () => {
			await page.locator("main h2").waitFor();
			await openDialog("Control+n");
			await page.keyboard.type("Quay walls");
			await page.keyboard.press("Enter");
			await page.locator("[data-view]").waitFor();
			await showView("facts");
			await page.locator("main h2").waitFor();
		},
	},
	palette: { go: dialog("Control+k") },
	"search of the library": { go: searched("backdrop", "[role=option]") },
	"search of the library without a hit": {
		go: searched("donaudampfschifffahrtsgesellschaft".repeat(6), "[role=status]"),
	},
	keys: { go: dialog("Shift+?") },
	settings: { go: dialog("Control+,") },
	"add a text": { go: dialog("Control+Shift+V") },
	"texts that are Inputs already": {
		go: async () => {
			await enter();
			for (const name of ["a.txt", "b.txt"]) host.file(name, `The wall of ${name} is 3 m high.`);
			const paths = ["a.txt", "b.txt"].map((name) => host.pathOf(name));
			host.drag("drop", paths);
			await inputs(5);
			await drop(...paths);
		},
	},
	"a text that is nearly an Input": {
		go: async () => {
			await enter();
			host.drag("drop", [host.file("log.txt", quayLog(40))]);
			await inputs(4);
			await page.keyboard.press("Control+Shift+V");
			await page.locator("textarea").fill(quayLog(60));
			await page.keyboard.press("Control+Enter");
			await page.locator("dd").first().waitFor();
		},
	},
	"new discovery": { go: dialog("Control+n") },
	"kind and question packs": {
		go: async () => {
			await facts();
			await palette("Kind and question packs", "Art und Fragenpakete");
			await inDialog().locator("select").waitFor();
		},
	},
	"the menu of the library": { go: withMenu(sidebar, "nav + div") },
	"the menu of a discovery": { go: withMenu(sidebar, "li:has([data-open])") },
	"import with faults": {
		go: async () => {
			await enter();
			const path = host.pathOf("known faults.json");
			const own = { originals: false, path, task: "export", progress: "__CHANNEL__:0" };
			await host.value("export_discovery", { ...own, discoveries: [await discovery()] });
			host.file(
				"known faults.json",
				readFileSync(path, "utf8").replace('"related_insights":["N-1"]', '"related_insights":["N-99"]'),
			);
			await drop(path);
		},
	},
	"import that cannot be": {
		go: async () => {
			await enter();
			await drop(host.file("broken.json", '{"title": "Quay walls" "goal": ""}'));
		},
	},
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

async function drop(...paths: string[]): Promise<void> {
	host.drag("drop", paths);
	await inDialog().locator("li").first().waitFor();
}

/** Waits until the discovery has so many. */
const inputs = (count: number) =>
	expect
		.poll(
			async () =>
				(await host.value<{ discovery: Discovery }>("discovery_open", { id: await discovery() })).discovery.inputs,
		)
		.toBe(count);

async function copies(): Promise<void> {
	await host.value("backup_make");
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
