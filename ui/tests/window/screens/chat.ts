import { card, enter, page } from "../browser.ts";
import { type Go, type Screens, talk, view, withMenu } from "./steps.ts";

/** The chat: empty, answering, with cards. */
export const chatScreens: Screens = {
	"an empty chat": { go: chat() },
	"a mention": { go: chat("Why @") },
	"an answer": { go: chat("summary", "Enter") },
	"cards of the chat": { go: chat("three changes", "Enter") },
	"a card that deletes": { go: chat("Delete F-2 and F-9", "Enter") },
	"a card that is written in": { go: chat("Add an output: Plan of the exits", "Enter", "edit") },
	"a failed answer": { go: chat("fail", "Enter") },
	"a long word": {
		go: chat("Donaudampfschifffahrtsgesellschaftskapitänsmützenbewahrungsanstaltsverwaltungsgebäude", "Enter"),
	},
	"a long conversation": {
		look: { scenario: "large" },
		go: async () => {
			await enter("Flood risk");
			await page.keyboard.press("Control+j");
			await page.locator("[data-chat-input]").waitFor();
		},
	},
	conversations: { go: chat("summary", "Enter", "list") },
	"the menu of a conversation": { go: withMenu(chat("summary", "Enter", "list"), "li[data-shown]") },
	"the menu of a message": { go: withMenu(chat("summary", "Enter"), "article") },
	"an answer of a model": { look: { scenario: "provider" }, go: chat("summary", "Enter") },
};

/** The chat with something typed, and then some keys; "edit" and "list" press the button of that purpose. */
function chat(typed = "", ...keys: string[]): Go {
	return async () => {
		await view("pipeline")();
		await card("I-1").waitFor();
		await page.keyboard.press("Control+j");
		await talk(typed, ...keys);
	};
}
