import { page } from "../browser.ts";
import { fact, facts, inDialog, openMenu, past, type Screens, view } from "./steps.ts";

/** The ledger: the text, the queue, the list, one fact, and all of it as it stood. */
export const factsScreens: Screens = {
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
	"a fact that is said already": {
		go: async () => {
			await view("review")();
			await page.locator("main article").waitFor();
			await page.evaluate(async () => {
				const { invoke } = (
					window as unknown as { __TAURI_INTERNALS__: { invoke: (name: string, args: object) => Promise<void> } }
				).__TAURI_INTERNALS__;
				const fact = { kind: "fact", text: "The quay carries 500 kg per square metre at most", from: [] };
				for (const { id: discovery } of window.factlyFake?.state.content.discoveries ?? [])
					await invoke("entity_add", { ...fact, discovery, outputType: null, anyway: true });
			});
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
	await page.getByRole("button", { name: /^(Save this view|Diese Ansicht speichern)$/ }).click();
	await inDialog().getByRole("textbox").fill("Waits for Mara");
}
