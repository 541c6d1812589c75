import { FLOOD } from "../../host/made/large.ts";
import { addTwin, enter, page, role, showView } from "../browser.ts";
import { fact, facts, inDialog, openMenu, past, type Screens, view } from "./steps.ts";

/** The ledger: the text, the queue, the list, one fact, and all of it as it stood. */
export const factsScreens: Screens = {
	overview: { go: view("overview") },
	source: { go: view("source") },
	"known now": { go: view("known") },
	review: { go: view("review") },
	"a conflict in the inbox": {
		go: async () => {
			await view("review")();
			await page.locator("main article").waitFor();
			await page.locator("main article section h3").first().waitFor();
		},
	},
	"a fold of the inbox": {
		look: { library: "large" },
		go: async () => {
			await enter(FLOOD);
			await showView("review");
			await page.locator("main article").waitFor();
			await page.locator("main [role=treegrid]").press("End");
			await page.locator("main article li").first().waitFor();
		},
	},
	"a fact that is said already": {
		go: async () => {
			await view("review")();
			await page.locator("main article").waitFor();
			await addTwin();
			await page.locator("main [role=treegrid] [role=row]", { hasText: "F-4" }).first().click();
			await page.keyboard.press("a");
			await inDialog().locator("li").first().waitFor();
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
	"the inspector with nothing selected": { go: view("audit") },
	"naming a view": { go: savedView },
	"a saved view": {
		go: async () => {
			await savedView();
			await page.keyboard.press("Enter");
			await inDialog().waitFor({ state: "detached" });
		},
	},
	"the menu of a saved view": {
		go: async () => {
			await savedView();
			await page.keyboard.press("Enter");
			await inDialog().waitFor({ state: "detached" });
			await openMenu("main fieldset");
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
};

/** Proposed facts only, under a name. */
async function savedView(): Promise<void> {
	await facts();
	await page.locator("main fieldset button[aria-pressed]").nth(1).click();
	await role("button", /^(Save this view|Diese Ansicht speichern)$/).click();
	await inDialog().getByRole("textbox").fill("Waits for Mara");
}
