import { says } from "../../../../tests/e2e/harness/model.mjs";
import { discovery, enter, host, page, role, setModel, showView } from "../browser.ts";
import { type Screens, typeInChat, work } from "./steps.ts";

/** Questions, the state that they come to, and what a model would add to it. */
export const workScreens: Screens = {
	work: { go: work },
	"work on an item": {
		go: async () => {
			await enter();
			await host.value("item_add", { discovery: await discovery(), name: "Backdrop", aliases: [] });
			await showView("work");
			await role("radio", /^(Item|Gegenstand)$/).check();
			await page.locator("[data-question]").first().waitFor();
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
			await page.locator("[data-question='project.budget.total']").waitFor({ state: "detached" });
		},
	},
	"no model for suggestions": { go: suggested },
	"suggestions of a model": {
		go: async () => {
			await work();
			await setModel(says(JSON.stringify({ ops: suggestions })));
			await suggested();
		},
	},
	"work with an answer": {
		go: async () => {
			await work();
			const conversation = role("radio", /^(Conversation|Gespräch)$/);
			if (await conversation.isVisible()) await conversation.check();
			await page.keyboard.press("Control+j");
			await typeInChat("Delete F-2", "Enter", "card");
		},
	},
};

const addition = (block: string, kind: string, text: string) => ({ op: "add", block: `project.${block}`, kind, text });
const suggestions = [
	addition("openQuestions", "question", "Who holds the keys?"),
	addition("constraints", "constraint", "Keep the doors free."),
	{ ...addition("constraints", "constraint", "Drilling allowed: yes"), op: "replace" },
];

/** Goes to a model's suggestions for the current state, beside the questions or, with little room, in their place. */
async function suggested(): Promise<void> {
	await work();
	const state = role("radio", /^(State|Stand)$/);
	if (await state.isVisible()) await state.check();
	await role("button", /^(Suggest additions|Ergänzungen vorschlagen)$/).click();
	const found = role("region", /^(Suggestions|Vorschläge)$/);
	await found.getByRole("button").first().waitFor();
	await found.scrollIntoViewIfNeeded();
}
