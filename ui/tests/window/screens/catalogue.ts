import { FLOOD } from "../../host/made/large.ts";
import { enter, host, type Look, page, role, showView } from "../browser.ts";
import { inDialog, openMenu, type Screens, view, withMenu } from "./steps.ts";

const look: Look = { library: "memory" };

/** Screens of the meanings of lines, the catalogue and its prices. */
export const catalogueScreens: Screens = {
	"what lines mean": { look, go: memory },
	"a line in hand": {
		look,
		go: async () => {
			await memory();
			for (const key of ["j", "j", "j", "x"]) await page.keyboard.press(key);
		},
	},
	"a line that is decided": {
		look,
		go: async () => {
			await memory();
			for (const key of ["j", "a"]) await page.keyboard.press(key);
			await page.locator("figure").waitFor();
		},
	},
	catalogue: { look, go: catalogue },
	"a large catalogue": {
		look: { library: "large" },
		go: async () => {
			await enter(FLOOD);
			await showView("memory");
			await openCatalogue();
		},
	},
	"an empty catalogue": {
		go: async () => {
			await view("memory")();
			await page.locator("main h2").first().waitFor();
		},
	},
	"a catalogue that lacks what lines mean": {
		look: { library: "missing" },
		go: async () => {
			await memory();
			await page.locator("main section [role=tab]").nth(1).click();
			await page.locator("main article").nth(1).waitFor();
		},
	},
	"the menu of the catalogue": { look, go: withMenu(catalogue, "main [role=tabpanel]") },
	prices: { look, go: prices },
	"the menu of a canonical item": { look, go: withMenu(prices, "main section header") },
	"an item without prices": {
		look,
		go: async () => {
			await catalogue();
			await page.locator("main [role=tabpanel] button[aria-current]").nth(1).click();
			await page.locator("main section h2").last().waitFor();
		},
	},
	"a price by hand": {
		look,
		go: async () => {
			await prices();
			await page.locator("main section header button").first().click();
			await inDialog().waitFor();
		},
	},
	"a canonical item": { look, go: () => priceMenu(0) },
	"exchange rates": {
		look,
		go: async () => {
			await priceMenu(1);
			const fields = inDialog().getByRole("textbox");
			for (const [at, words] of ["USD", "EUR", "0.92", "2026-11-01"].entries()) await fields.nth(at).fill(words);
			await page.keyboard.press("Enter");
			await inDialog().locator("table").waitFor();
		},
	},
	"a catalogue from a file": {
		look,
		go: async () => {
			await catalogue();
			host.choose(host.file("catalogue.csv", "name;unit\nVelvet;m2\n"));
			await openMenu("main [role=tabpanel]");
			await role("menuitem").first().click();
			await inDialog().locator("li").waitFor();
		},
	},
};

/** A view of the memory, with something of it open. */
async function memory(): Promise<void> {
	await view("memory")();
	await page.locator("main article").first().waitFor();
}

async function catalogue(): Promise<void> {
	await memory();
	await openCatalogue();
}

async function openCatalogue(): Promise<void> {
	await page.locator("main section [role=tab]").nth(1).click();
	await page.locator("main [role=tabpanel] button[aria-current]").first().waitFor();
}

async function prices(): Promise<void> {
	await catalogue();
	await role("button", /Molton black/).click();
	await page.locator("figure").waitFor();
}

/** An entry of the menu beside the button that adds a price. */
async function priceMenu(entry: number): Promise<void> {
	await prices();
	await openMenu("main section header");
	await role("menuitem").nth(entry).click();
	await inDialog().waitFor();
}
