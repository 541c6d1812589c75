import { expect } from "vitest";
import { calls, enter, type Look, openDialog, page, role, settled, showView, type ViewId } from "../browser.ts";

/** The parts of a list of screens, and the ways that more than one of them takes. */

export type Go = () => Promise<void>;

export type Screens = Record<string, { look?: Look; go: Go }>;

export const view = (id: ViewId) => async () => {
	await enter();
	await showView(id);
};
export const work: Go = async () => {
	await view("work")();
	await page.locator("[data-question]").first().waitFor();
	await page.locator("[data-chat-input] [contenteditable]").waitFor({ state: "attached" });
};
export const facts: Go = async () => {
	await view("facts")();
	await page.locator("[data-row='0']").waitFor();
};
export const fact =
	(index: number): Go =>
	async () => {
		await facts();
		for (let step = 0; step <= index; step++) await page.keyboard.press("j");
		await page.locator("aside h2").last().waitFor();
	};
export const inDialog = () => role("dialog");

/** Opens the first menu within a part of the screen, and says so once it lies there. */
export async function openMenu(within: string): Promise<void> {
	await page.locator(`${within} [aria-haspopup=menu]`).first().click();
	await role("menuitem").first().waitFor();
	await settled();
}

/** A screen with a menu of it open. */
export const withMenu =
	(go: Go, within: string): Go =>
	async () => {
		await go();
		await openMenu(within);
	};

export async function typeInChat(typed: string, ...keys: string[]): Promise<void> {
	await page.locator("[data-chat-input] [contenteditable]").waitFor();
	await settled();
	await page.keyboard.type(typed);
	for (const key of keys) {
		await settled();
		if (key === "card") await page.locator("[data-card] footer button").first().waitFor();
		else if (key === "edit") await page.locator("[data-card] footer button").nth(1).click();
		else if (key === "list") await page.locator("section button[aria-pressed]").click();
		else await page.keyboard.press(key);
	}
}

/** As it stood before a fact was accepted and another rejected. */
export async function past(): Promise<void> {
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
		.getByRole("button", { name: /^(Look at what stood after|Ansehen, was nach)/ })
		.nth(2)
		.click();
	await page.locator("main [role=tabpanel] button[data-changed=true]").first().waitFor();
}

/** Runs a command by what it is called in the language of the window. */
export async function palette(english: string, german: string): Promise<void> {
	await page.keyboard.press("Control+k");
	const isGerman = (await page.locator("html").getAttribute("lang")) === "de";
	await inDialog()
		.getByRole("combobox")
		.fill(isGerman ? german : english);
	await page.keyboard.press("Enter");
}

export function dialog(keys: string) {
	return async () => {
		await enter();
		await openDialog(keys);
	};
}
