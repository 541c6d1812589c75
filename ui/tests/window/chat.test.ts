import { describe, expect, test } from "vitest";
import { breaks, calls as called, says, waits } from "../../../tests/e2e/harness/model.mjs";
import {
	CHAT_FIELD,
	calls,
	card,
	discovery,
	focusIn,
	host,
	openView,
	page,
	role,
	seesText,
	setModel,
	settled,
} from "./browser.ts";

/** The chat's panel, its input, its answers and its cards; what its specification numbers is tried in the real window. */

async function startChat(): Promise<void> {
	await openView("pipeline");
	await card("I-1").waitFor();
	await page.keyboard.press("Control+j");
	await focusIn(CHAT_FIELD);
}
const button = () => page.locator("#chat-button");
const panel = () => role("region", "Chat");
const pressed = (name: string) => panel().getByRole("button", { name, exact: true }).click();
const input = () => panel().getByRole("textbox");
const stop = () => panel().getByRole("button", { name: "Stop", exact: true });
const questions = () => panel().getByRole("article", { name: "You", exact: true });
const answers = () => panel().locator("article:not([aria-label=You])");
const options = () => panel().getByRole("option");
async function ask(text: string): Promise<void> {
	await page.locator(CHAT_FIELD).click();
	await focusIn(CHAT_FIELD);
	await page.keyboard.type(text);
	await page.keyboard.press("Enter");
}
async function idle(): Promise<void> {
	await panel().getByRole("button", { name: "Send", exact: true }).waitFor();
	await page.locator(CHAT_FIELD).waitFor();
}

describe("the panel", () => {
	test("an answer in another conversation is counted until that one is looked at, though the panel is open", async () => {
		const row = () => panel().getByRole("listitem").filter({ hasText: "1 new answer" }).getByRole("button").first();
		await startChat();
		const model = await setModel();
		model.answers(says("The backdrop is"), waits, says("6 m wide."));
		await ask("How wide is it?");
		await stop().waitFor();
		await pressed("Conversations");
		await pressed("New conversation");
		await model.goOn();
		await expect.poll(() => button().getAttribute("aria-label")).toBe("Close the chat, 1 new answer");
		await pressed("Conversations");
		await row().click();
		await answers().first().waitFor();
		await expect.poll(() => button().getAttribute("aria-label")).toBe("Close the chat");
	});

	test("it lies over all but dialogs", async () => {
		await startChat();
		await page.keyboard.press("Control+k");
		const dialog = role("dialog");
		await dialog.waitFor();
		const order = (of: string) => page.locator(of).evaluate((element) => Number(getComputedStyle(element).zIndex));
		const under = await order("section[aria-label=Chat]");
		expect(under).toBeGreaterThan(await order("#chat-button"));
		expect(await dialog.evaluate((element) => Number(getComputedStyle(element).zIndex))).toBeGreaterThan(under);
	});

	test("single keys that are pressed in it do nothing to the window behind it", async () => {
		await openView("pipeline");
		await card("N-6").click();
		await page.keyboard.press("Control+j");
		await ask("summary");
		await idle();
		await panel().getByRole("region", { name: "Messages", exact: true }).focus();
		for (const key of ["a", "Delete", "j"]) await page.keyboard.press(key);
		await settled();
		expect(await calls("entitySetState")).toEqual([]);
		expect(await calls("entityDelete")).toEqual([]);
	});
});

describe("sending", () => {
	test("an Enter that ends a composition takes the word and sends nothing", async () => {
		await startChat();
		await input().focus();
		await input().evaluate((field) => {
			field.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
			field.textContent = "ありがとう";
			field.dispatchEvent(
				new KeyboardEvent("keydown", { key: "Enter", isComposing: true, keyCode: 229, bubbles: true }),
			);
		});
		await settled();
		expect(await calls("chatSend")).toEqual([]);
		await input().evaluate((field) => field.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true })));
		await settled();
	});

	test("what is pasted comes in as its words, with no markup and no picture", async () => {
		await startChat();
		await input().evaluate((field) => {
			const clipboardData = new DataTransfer();
			clipboardData.setData(
				"text/html",
				'<b>bold</b><img src="http://127.0.0.1:9/x.png"><span data-type="mention" data-id="F-1">F-1</span>',
			);
			clipboardData.setData("text/plain", "bold\n\nplain F-1");
			field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
		});
		await page.keyboard.press("Enter");
		await idle();
		await expect.poll(() => calls("chatSend")).toMatchObject([{ text: "bold\n\nplain F-1", mentions: [] }]);
	});

	test("an answer that is stopped before its first word keeps nothing, and says so", async () => {
		await startChat();
		const model = await setModel();
		model.answers(waits);
		await ask("Why?");
		await expect.poll(() => model.requests.length).toBe(1);
		await stop().click();
		await answers().getByText("Stopped before anything came.").waitFor();
	});

	test("of a failed answer what followed would go, so only the last can be tried again", async () => {
		await startChat();
		const model = await setModel(says("It is 6 m."));
		model.answers(says("The first thing"), breaks("out of order"));
		await ask("summary");
		await answers().first().getByRole("button", { name: "Try again", exact: true }).waitFor();
		await ask("hello");
		await expect.poll(() => answers().count()).toBe(2);
		await idle();
		await expect.poll(() => answers().first().getByRole("button", { name: "Try again", exact: true }).count()).toBe(0);
	});

	test("an earlier message is changed and sent again, and what followed it makes room", async () => {
		await startChat();
		for (const text of ["first", "second"]) {
			await ask(text);
			await idle();
		}
		await page.keyboard.type("a draft");
		await questions().first().getByRole("button", { name: "More for this message", exact: true }).click();
		await role("menuitem", "Edit and send again").click();
		await expect.poll(() => input().textContent()).toBe("first");
		await expect.poll(() => input().evaluate((field) => field === document.activeElement)).toBe(true);
		await page.keyboard.type(" anew");
		await page.keyboard.press("Enter");
		await idle();
		await expect.poll(() => questions().allTextContents()).toEqual(["first anew"]);
		await expect.poll(() => input().textContent(), { message: "what was being written waits" }).toBe("a draft");
	});

	test("a screen reader hears the answer once, when it is whole", async () => {
		await startChat();
		const model = await setModel();
		model.answers(says("## What is known\n\nThe backdrop is **6 m wide** [F-2]"), waits, says("."));
		await ask("summary");
		await answers().getByText("The backdrop is", { exact: false }).waitFor();
		const spoken = panel().locator("p[role=status]");
		await expect.poll(() => spoken.textContent()).toBe("");
		await model.goOn();
		await idle();
		await expect.poll(() => spoken.textContent()).toMatch(/^Answered\. What is known The backdrop is 6 m wide F-2/);
	});

	test("a card is found by several of its words, and a sentence that goes on is no mention", async () => {
		await startChat();
		await page.keyboard.type("Why @the backdrop that was");
		await expect.poll(() => options().allTextContents()).toEqual([expect.stringContaining("N-1")]);
		await page.keyboard.type(" not there");
		await expect.poll(() => panel().getByRole("listbox").count()).toBe(0);
		await page.keyboard.press("Enter");
		await idle();
		await expect
			.poll(() => calls("chatSend"))
			.toMatchObject([{ text: "Why @the backdrop that was not there", mentions: [] }]);
	});
});

describe("cards", () => {
	const cards = () => panel().locator("[data-card]");
	const status = (at = 0) => cards().nth(at).getAttribute("data-status");
	const strip = called("add_item", { entity_type: "insight", text: "The strip is short", related_ids: ["F-2"] });
	const order = called("edit_item", { entity_type: "insight", item_id: "N-3", new_text: "Order by 6 April" });

	async function propose(...steps: Parameters<typeof setModel>): Promise<void> {
		await startChat();
		const model = await setModel(says("That is all."));
		model.answers(...steps);
		await ask("What would you change?");
		await cards().first().waitFor();
		await idle();
	}

	test("what is being written in a card is not lost by closing the chat; Escape leaves the edit", async () => {
		await propose(strip);
		await cards().first().getByRole("button", { name: "Edit", exact: true }).click();
		const text = cards().first().getByLabel("Text");
		await text.fill("The strip is too short");
		await page.keyboard.press("Control+j");
		await panel().waitFor({ state: "detached" });
		await page.keyboard.press("Control+j");
		await expect.poll(() => text.inputValue()).toBe("The strip is too short");
		await text.focus();
		await page.keyboard.press("Escape");
		await expect.poll(() => cards().first().textContent()).toContain("The strip is short");
		await expect.poll(() => panel().count()).toBe(1);
	});

	test("a double click acts once", async () => {
		await propose(strip);
		await page.evaluate(() => window.testDoor?.slow(100, "cardConfirm"));
		await cards().first().getByRole("button", { name: "Confirm", exact: true }).dblclick();
		await expect.poll(() => status()).toBe("applied");
		expect(await calls("cardConfirm")).toHaveLength(1);
		await expect.poll(() => card("N-8").count()).toBe(0);
	});

	test("applied one by one, they are still one turn to take back, until something else is done", async () => {
		await propose(strip, order);
		await cards().nth(0).getByRole("button", { name: "Confirm", exact: true }).click();
		await expect.poll(() => status()).toBe("applied");
		await cards().nth(1).getByRole("button", { name: "Apply", exact: true }).click();
		await expect.poll(() => status(1)).toBe("applied");
		const undo = panel().getByRole("button", { name: "Undo all of this turn", exact: true });
		await undo.waitFor();
		const otherwise = { discovery: await discovery(), label: "N-2", text: "Otherwise", outputType: null };
		await host.value("entity_edit", otherwise);
		await undo.waitFor({ state: "detached" });
	});
});

describe("several conversations", () => {
	const talks = () => panel().getByRole("list", { name: "Conversations", exact: true }).getByRole("listitem");

	test("one is started, named, searched and deleted, and deleting can be undone", async () => {
		await startChat();
		await ask("about the wall");
		await idle();
		await pressed("Conversations");
		await pressed("New conversation");
		// A message sent before it is there goes to the other.
		await panel().getByText("Ask about this discovery").waitFor();
		await ask("about the lamps");
		await idle();
		await expect.poll(() => panel().getByRole("article").count()).toBe(2);

		await pressed("Conversations");
		await expect.poll(() => talks().count()).toBe(2);
		await talks()
			.nth(1)
			.getByRole("button", { name: /^More for/ })
			.click();
		await role("menuitem", "Rename").click();
		await focusIn("li input");
		await page.keyboard.type("Lamps");
		await page.keyboard.press("Enter");
		await talks().getByText("Lamps").waitFor();

		await panel().getByRole("textbox", { name: "Search in all conversations", exact: true }).fill("WALL");
		await panel().getByRole("list", { name: "Messages found", exact: true }).getByRole("button").first().click();
		await questions().getByText("about the wall").waitFor();

		await pressed("Conversations");
		await talks().filter({ hasText: "Lamps" }).getByRole("button", { name: "More for Lamps", exact: true }).click();
		await role("menuitem", "Delete").click();
		await expect.poll(() => talks().count()).toBe(1);
		await role("dialog", "Deleted: Lamps").getByRole("button", { name: "Undo", exact: true }).click();
		await expect.poll(() => talks().count()).toBe(2);
		await seesText(/^Undone/);
	});

	test("a draft belongs to its conversation", async () => {
		await startChat();
		await page.keyboard.type("for the first");
		await pressed("Conversations");
		await pressed("New conversation");
		await input().waitFor();
		await expect.poll(() => input().textContent()).toBe("");
		await pressed("Conversations");
		await talks().first().getByRole("button").first().click();
		await expect.poll(() => input().textContent()).toBe("for the first");
	});
});
