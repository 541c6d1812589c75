import { breaks, calls, says } from "../../../../tests/e2e/harness/model.mjs";
import { card, page, setModel } from "../browser.ts";
import { type Go, type Screens, typeInChat, view, withMenu } from "./steps.ts";

/** The chat: empty, answering, with cards. */
export const chatScreens: Screens = {
	"an empty chat": { go: chat() },
	"a mention": { go: chat("Why @") },
	"an answer": { go: chat("summary", "Enter") },
	"a card of the chat": { go: chat("Add an insight from F-2: The stage is wide.", "Enter", "card") },
	"cards of a model": {
		go: async () => {
			await view("pipeline")();
			await setModel(says("Three changes."), insight, edited, removed);
			await sendMessage("What would you change?", "Enter", "card");
		},
	},
	"a card that deletes": { go: chat("Delete F-2", "Enter", "card") },
	"a card that is written in": { go: chat("Add an insight from F-2: The stage is wide.", "Enter", "card", "edit") },
	"a failed answer": {
		go: async () => {
			await view("pipeline")();
			await setModel(says("The first thing that stands out is"), breaks("out of order"));
			await sendMessage("summary", "Enter");
			await page.locator("[data-panel] article [role=alert], section[aria-label=Chat] article").nth(1).waitFor();
		},
	},
	"a long word": {
		go: chat("Donaudampfschifffahrtsgesellschaftskapitänsmützenbewahrungsanstaltsverwaltungsgebäude", "Enter"),
	},
	conversations: { go: chat("summary", "Enter", "list") },
	"the menu of a conversation": { go: withMenu(chat("summary", "Enter", "list"), "li[data-shown]") },
	"the menu of a message": { go: withMenu(chat("summary", "Enter"), "article") },
	"an answer of a model": {
		go: async () => {
			await view("pipeline")();
			await setModel(says("## What is known\n\n**6 m** wide [F-2], see [there](https://x.example).\n\n- one\n- two"));
			await sendMessage("summary", "Enter");
			await page.locator("section[aria-label=Chat] article [data-chip]").first().waitFor();
		},
	},
};

/** The chat with something typed, and then some keys; "edit" and "list" press the button of that purpose. */
function chat(typed = "", ...keys: string[]): Go {
	return async () => {
		await view("pipeline")();
		await sendMessage(typed, ...keys);
	};
}

async function sendMessage(typed: string, ...keys: string[]): Promise<void> {
	await card("I-1").waitFor();
	await page.keyboard.press("Control+j");
	await typeInChat(typed, ...keys);
}

const insight = calls("add_item", { entity_type: "insight", text: "The stage is wide.", related_ids: ["F-2"] });
const edited = calls("edit_item", {
	entity_type: "insight",
	item_id: "N-3",
	new_text: "The order has to be out by 6 April",
});
const removed = calls("delete_item", { entity_type: "fact", item_id: "F-12" });
