import { discovery, enter, factId, host, page, role, settled, showView } from "../browser.ts";
import { fact, type Go, inDialog, openMenu, past, type Screens, view, withMenu } from "./steps.ts";

/** Items, their pages and the dialogs of one. */
export const itemsScreens: Screens = {
	"no items": { go: view("items") },

	"a new item": { go: onItems("add") },
	items: { go: onItems() },
	"an item": { go: onItems("open") },
	"the menu of the table's columns": { go: withMenu(onItems(), "main header") },
	"the menu of an item": { go: withMenu(onItems("open"), "article header") },
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
			// To say what a fact is about makes a version, which stands behind all others.
			await fact(17)();
			await settled();
			await page.keyboard.press("Shift+i");
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
			await role("option").first().waitFor();
		},
	},
};

/** The items, with one of whose fields all is known and one of a long name; then a page, and a dialog of it. */
function onItems(go?: "add" | "open" | "open last", then?: "set" | number): Go {
	return async () => {
		await enter();
		const named = [
			["Backdrop", "cyc"],
			["Bühnenhintergrundvorhangaufhängungsschienenbefestigung", "rail"],
		] as const;
		for (const [name, alias] of named)
			await host.value("item_add", { discovery: await discovery(), name, aliases: [alias] });
		for (const label of ["F-2", "F-3"]) await host.value("fact_set_item", { fact: await factId(label), item: "i1" });
		await showView("items");
		const names = role("rowheader").getByRole("button");
		await names.last().waitFor();
		if (go === "add") await page.locator("main header button").nth(1).click();
		if (go === "open") await names.first().click();
		if (go === "open last") await names.last().click();
		if (go?.startsWith("open")) await page.locator("article summary, article h2").last().waitFor();
		if (then === "set") await page.locator("article section button:visible").last().click();
		if (typeof then === "number") {
			await openMenu("article header");
			await role("menuitem").nth(then).click();
		}
		if (go === "add" || then !== undefined) await inDialog().locator("form").waitFor();
	};
}
