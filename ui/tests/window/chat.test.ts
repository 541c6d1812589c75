import { describe, expect, test } from "vitest";
import {
	CHAT_FIELD,
	calls,
	card,
	focusIn,
	type Look,
	openView,
	openWindow,
	page,
	settled,
	showView,
} from "./browser.ts";

/** The chat's panel, its input and its answers. The names carry the ids of the specification. */

async function start(look: Look = {}, title?: string): Promise<void> {
	await openView("pipeline", look, title);
	await card("I-1").waitFor();
}
async function reload(): Promise<void> {
	await page.reload();
	await page.locator("[data-open]").first().click();
	await button().click();
	await input().waitFor();
}
async function startChat(look: Look = {}, title?: string): Promise<void> {
	await start(look, title);
	await page.keyboard.press("Control+j");
	await focusIn(CHAT_FIELD);
}
const button = () => page.locator("#chat-button");
const panel = () => page.getByRole("region", { name: "Chat", exact: true });
const input = () => panel().getByRole("textbox");
const stop = () => panel().getByRole("button", { name: "Stop", exact: true });
const send = () => panel().getByRole("button", { name: "Send", exact: true });
const answers = () => panel().getByRole("article", { name: "Built-in assistant" });
const asked = () => panel().getByRole("article", { name: "You" });
const options = () => panel().getByRole("option");
const box = async () => (await panel().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
const place = (left: number, top: number, width: number, height: number) => ({ x: left, y: top, width, height });
const pace = (ms: number, stride = 24) =>
	page.evaluate(
		([wait, size]) => Object.assign(window.factlyFake?.state.chat ?? {}, { pace: wait, stride: size }),
		[ms, stride],
	);
async function ask(text: string): Promise<void> {
	await page.locator(CHAT_FIELD).click();
	await focusIn(CHAT_FIELD);
	await page.keyboard.type(text);
	await page.keyboard.press("Enter");
}
async function idle(): Promise<void> {
	await send().waitFor();
	await page.locator(CHAT_FIELD).waitFor();
}

describe("the panel", () => {
	test("FS-ChatWidgetToggle: the button and its key open and close it, and the focus goes back", async () => {
		await start();
		await expect.poll(() => panel().count()).toBe(0);
		await button().click();
		await expect.poll(() => input().evaluate((field) => field === document.activeElement)).toBe(true);
		await button().click();
		await panel().waitFor({ state: "detached" });

		await page.locator("#pipeline-grid").focus();
		await page.keyboard.press("Control+j");
		await expect.poll(() => input().evaluate((field) => field === document.activeElement)).toBe(true);
		await page.keyboard.type("half a thought");
		await page.keyboard.press("Escape");
		await panel().waitFor({ state: "detached" });
		await expect
			.poll(() => page.evaluate(() => document.activeElement?.id), { message: "Escape gives the focus back" })
			.toBe("pipeline-grid");
		await page.keyboard.press("Control+j");
		await expect.poll(() => input().textContent(), { message: "and loses nothing" }).toBe("half a thought");
		await reload();
		await expect.poll(() => input().textContent(), { message: "not even when the window goes" }).toBe("half a thought");
	});

	test("FS-ChatWidgetHiddenWithoutDiscovery: with nothing open there is no button, and its key does nothing", async () => {
		await openWindow({ scenario: "empty" });
		await page.locator("main h2").waitFor();
		await settled();
		await expect.poll(() => button().count()).toBe(0);
		await page.keyboard.press("Control+j");
		await settled();
		await expect.poll(() => panel().count()).toBe(0);
	});

	test("an answer that comes while it is closed is counted on the button", async () => {
		await startChat();
		await ask("summary");
		await page.keyboard.press("Escape");
		await expect.poll(() => button().getAttribute("aria-label")).toBe("Open the chat, 1 new answer");
		await button().click();
		await answers().first().waitFor();
		await expect.poll(() => button().getAttribute("aria-label")).toBe("Close the chat");
	});

	test("an answer in another conversation is counted until that one is looked at, though the panel is open", async () => {
		const pressed = (name: string) => panel().getByRole("button", { name, exact: true }).click();
		const row = () => panel().getByRole("listitem").filter({ hasText: "1 new answer" }).getByRole("button").first();
		await startChat();
		await pace(40, 4);
		await ask("summary");
		await stop().waitFor();
		await pressed("Conversations");
		await pressed("New conversation");
		await expect.poll(() => button().getAttribute("aria-label")).toBe("Close the chat, 1 new answer");
		await pressed("Conversations");
		await row().click();
		await answers().first().waitFor();
		await expect.poll(() => button().getAttribute("aria-label")).toBe("Close the chat");
	});

	test("FS-ChatWidgetDraggable: by mouse, touch and keys, within the window, and it stays where it was put", async () => {
		await startChat();
		await expect.poll(() => box()).toEqual(place(856, 220, 400, 500));
		await page.mouse.move(1000, 228);
		await page.mouse.down();
		await page.mouse.move(700, 128, { steps: 3 });
		await page.mouse.up();
		await expect.poll(box, { message: "by mouse" }).toEqual(place(556, 120, 400, 500));

		const touch = await page.context().newCDPSession(page);
		const finger = (type: "touchStart" | "touchMove" | "touchEnd", x: number, y: number) =>
			touch.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
		await finger("touchStart", 700, 130);
		await finger("touchMove", 600, 160);
		await finger("touchMove", 500, 180);
		await finger("touchEnd", 500, 180);
		await expect.poll(box, { message: "by touch" }).toEqual(place(356, 170, 400, 500));
		expect(
			await panel()
				.locator("header")
				.evaluate((header) => getComputedStyle(header).touchAction),
		).toBe("none");

		await panel().getByRole("button", { name: "Move or resize the chat" }).focus();
		await page.keyboard.press("ArrowLeft");
		await page.keyboard.press("ArrowDown");
		await expect.poll(box, { message: "by keys" }).toEqual(place(340, 186, 400, 500));
		await page.keyboard.press("Shift+ArrowRight");
		await page.keyboard.press("Shift+ArrowUp");
		await expect.poll(box, { message: "resized by keys" }).toEqual(place(340, 186, 416, 484));
		await page.mouse.move(341, 187);
		await page.mouse.down();
		await page.mouse.move(301, 147, { steps: 3 });
		await page.mouse.up();
		await expect.poll(box, { message: "resized by its corner" }).toEqual(place(300, 146, 456, 524));

		await page.mouse.move(600, 160);
		await page.mouse.down();
		await page.mouse.move(5000, 5000, { steps: 3 });
		await page.mouse.up();
		await expect.poll(box, { message: "not beyond the window" }).toEqual(place(820, 272, 456, 524));
		await page.setViewportSize({ width: 700, height: 400 });
		await expect.poll(box, { message: "nor beyond one that shrank" }).toEqual(place(240, 4, 456, 392));
		await page.setViewportSize({ width: 1280, height: 800 });
		await reload();
		await expect.poll(box, { message: "remembered" }).toEqual(place(820, 272, 456, 524));
	});

	test("it lies over all but dialogs", async () => {
		await startChat();
		await page.keyboard.press("Control+k");
		const dialog = page.getByRole("dialog");
		await dialog.waitFor();
		const order = (of: string) => page.locator(of).evaluate((element) => Number(getComputedStyle(element).zIndex));
		const under = await page
			.locator("section[aria-label=Chat]")
			.evaluate((element) => Number(getComputedStyle(element).zIndex));
		expect(under).toBeGreaterThan(await order("#chat-button"));
		expect(await dialog.evaluate((element) => Number(getComputedStyle(element).zIndex))).toBeGreaterThan(under);
	});

	test("single keys that are pressed in it do nothing to the window behind it", async () => {
		await start();
		await card("N-6").click();
		await page.keyboard.press("Control+j");
		await ask("summary");
		await idle();
		await panel().getByRole("region", { name: "Messages" }).focus();
		for (const key of ["a", "Delete", "j"]) await page.keyboard.press(key);
		await settled();
		await expect.poll(() => calls("entitySetState")).toEqual([]);
		await expect.poll(() => calls("entityDelete")).toEqual([]);
	});
});

describe("sending", () => {
	test("FS-SendMessage: Enter and the button send what was typed, Shift+Enter is a new line", async () => {
		await startChat();
		await expect.poll(() => send().isDisabled(), { message: "nothing to send yet" }).toBe(true);
		await page.keyboard.type("   ");
		await expect.poll(() => send().isDisabled(), { message: "blanks are nothing" }).toBe(true);
		await page.keyboard.press("Control+a");
		await page.keyboard.type("one");
		await page.keyboard.press("Shift+Enter");
		await page.keyboard.type("two");
		await page.keyboard.press("Enter");
		await idle();
		await expect.poll(() => asked().first().textContent()).toContain("one\ntwo");
		await expect.poll(() => answers().first().textContent()).toContain("You asked: one two");
		await page.keyboard.type("three");
		await send().click();
		await expect.poll(() => asked().count()).toBe(2);
		expect((await calls("chatSend")).map((args) => (args as { text: string }).text)).toEqual(["one\ntwo", "three"]);
		await expect.poll(() => input().textContent(), { message: "the input is empty again" }).toBe("");
	});

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
		await expect.poll(() => calls("chatSend")).toEqual([]);
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

	test("FS-StreamingResponse: words are shown as they come", async () => {
		await startChat();
		await pace(60);
		await ask("summary");
		await answers().getByText("The backdrop is", { exact: false }).waitFor();
		await expect.poll(() => panel().getByText("Writing").count(), { message: "not yet whole" }).toBe(1);
		await expect.poll(() => answers().getByRole("table").count(), { message: "its end has not come" }).toBe(0);
		await pace(1);
		await idle();
		await answers().getByRole("table").waitFor();
		await expect.poll(() => answers().locator("strong").first().textContent()).toBe("6 m wide");
		await expect.poll(() => panel().getByText("Writing").count()).toBe(0);
	});

	test("FS-SendMessageDisabledDuringResponse: while an answer comes nothing can be written or sent", async () => {
		await startChat();
		await pace(50);
		await ask("long");
		await stop().waitFor();
		await expect.poll(() => input().getAttribute("contenteditable")).toBe("false");
		await expect.poll(() => input().getAttribute("aria-disabled")).toBe("true");
		await expect.poll(() => send().count()).toBe(0);
		await page.keyboard.type("more");
		await page.keyboard.press("Enter");
		expect((await calls("chatSend")).length).toBe(1);
		await stop().click();
		await idle();
		await expect.poll(() => input().getAttribute("contenteditable")).toBe("true");
	});

	test("an answer that is stopped before its first word keeps nothing, and says so", async () => {
		await startChat();
		await pace(3_000);
		await ask("endless");
		await stop().click();
		await answers().getByText("Stopped before anything came.").waitFor();
	});

	test("FS-ChatStreamingInterruption: Stop ends it, what had come is kept and marked, and it can be asked again", async () => {
		await startChat();
		await pace(30);
		await ask("endless");
		await answers().getByText("The wall", { exact: false }).waitFor();
		await stop().click();
		await answers().getByText("Stopped. What had come is kept.").waitFor();
		await expect.poll(() => answers().first().textContent()).toContain("The wall at the northern quay");
		const [sent] = await calls("chatSend");
		await expect.poll(() => calls("taskCancel")).toEqual([{ task: (sent as { task: string }).task }]);
		await answers().getByRole("button", { name: "Try again" }).click();
		await stop().waitFor();
		await expect.poll(() => answers().count(), { message: "in the place of the old one" }).toBe(1);
		await stop().click();
		await idle();
	});

	test("FS-ChatErrorDisplay: what failed is said in words with what to do, and what had come is kept", async () => {
		await startChat();
		await ask("fail");
		const answer = answers().first();
		await answer.getByText("The answer failed. What had come is kept.").waitFor();
		await expect
			.poll(() => answer.textContent())
			.toMatch(
				/The first thing that stands out is.*The model's server closed the connection\..*Try again in a minute\./s,
			);
		await answer.getByRole("button", { name: "Try again" }).waitFor();
		await ask("hello");
		await expect.poll(() => answers().count()).toBe(2);
		await idle();
		const old = answers().first().getByRole("button", { name: "Try again" });
		await expect.poll(() => old.count(), { message: "what followed would go with it" }).toBe(0);
	});

	test("what the host does not take is back in the input", async () => {
		await startChat();
		await ask("there is no key F-1");
		await panel().getByText("No key is set for this provider.").waitFor();
		await expect.poll(() => input().textContent()).toBe("there is no key F-1");
		await expect.poll(() => asked().count()).toBe(0);
	});

	test("what was stopped before it began is back in the input, and that is no error", async () => {
		await startChat();
		await ask("stopped while the keyring asks");
		await expect.poll(() => input().textContent()).toBe("stopped while the keyring asks");
		await expect.poll(() => panel().getByText("The task was cancelled.").count()).toBe(0);
		await expect.poll(() => asked().count()).toBe(0);
	});

	test("an earlier message is changed and sent again, and what followed it makes room", async () => {
		await startChat();
		for (const text of ["first", "second"]) {
			await ask(text);
			await idle();
		}
		await page.keyboard.type("a draft");
		await asked().first().getByRole("button", { name: "More for this message" }).click();
		await page.getByRole("menuitem", { name: "Edit and send again" }).click();
		await expect.poll(() => input().textContent()).toBe("first");
		await expect.poll(() => input().evaluate((field) => field === document.activeElement)).toBe(true);
		await page.keyboard.type(" anew");
		await page.keyboard.press("Enter");
		await idle();
		await expect.poll(() => asked().allTextContents()).toEqual(["first anew"]);
		await expect.poll(() => input().textContent(), { message: "what was being written waits" }).toBe("a draft");
	});

	test("a screen reader hears the answer once, when it is whole", async () => {
		await startChat();
		await pace(20);
		await ask("summary");
		await answers().getByText("The backdrop is", { exact: false }).waitFor();
		const said = panel().locator("p[role=status]");
		await expect.poll(() => said.textContent()).toBe("");
		await idle();
		await expect.poll(() => said.textContent()).toMatch(/^Answered\. What is known The backdrop is 6 m wide F-2/);
	});
});

describe("mentions", () => {
	test("FS-ChatAtMentionAutocomplete: @ offers what there is by column, narrowed as it is typed", async () => {
		await startChat();
		await page.keyboard.type("Why @");
		await options().first().waitFor();
		await expect
			.poll(() =>
				panel()
					.getByRole("listbox")
					.getByRole("group")
					.evaluateAll((groups) => groups.map((group) => group.firstElementChild?.textContent)),
			)
			.toEqual(["Inputs", "Facts", "Insights", "Recommendations", "Outputs"]);
		await page.keyboard.type("N-");
		await expect.poll(() => options().count()).toBe(6);
		await expect
			.poll(() => options().first().textContent())
			.toBe("N-1 — The backdrop that was ordered is wider than the on");
		await page.keyboard.press("Backspace");
		await page.keyboard.press("Backspace");
		await page.keyboard.type("lamps");
		await expect
			.poll(() => options().allTextContents())
			.toEqual([expect.stringContaining("F-16"), expect.stringContaining("R-3")]);
		await page.keyboard.type("zzz");
		await panel().getByText("No card matches.").waitFor();
		await page.keyboard.press("Escape");
		await expect.poll(() => panel().getByRole("listbox").count()).toBe(0);
		await expect.poll(() => panel().count(), { message: "Escape takes back one thing at a time" }).toBe(1);
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

	test("FS-ChatAtMentionSelect: arrows and Enter, or a press, put it in as a tag", async () => {
		await startChat();
		await page.keyboard.type("Compare @N-");
		await expect.poll(() => options().count()).toBe(6);
		await page.keyboard.press("ArrowDown");
		const second = await options().nth(1).getAttribute("id");
		await expect.poll(() => input().getAttribute("aria-activedescendant")).toBe(second);
		await page.keyboard.press("Enter");
		await page.keyboard.type("and @R-");
		await expect.poll(() => options().count()).toBe(3);
		await options().nth(2).click();
		await expect
			.poll(() =>
				input()
					.locator("span[data-id]")
					.evaluateAll((tags) => tags.map((tag) => tag.dataset.id)),
			)
			.toEqual(["N-2", "R-3"]);
		await page.keyboard.press("Enter");
		await idle();
		await expect
			.poll(() => calls("chatSend"))
			.toMatchObject([{ text: "Compare N-2 and R-3", mentions: ["N-2", "R-3"] }]);
	});

	test("FS-ChatClickItemToReference: a card pressed with Ctrl, or dragged into the input, is mentioned", async () => {
		await startChat();
		await page.keyboard.type("Look at");
		await card("F-2").click({ modifiers: ["Control"] });
		await expect.poll(() => input().locator("span[data-id]").count()).toBe(1);
		await expect.poll(() => input().evaluate((field) => field === document.activeElement)).toBe(true);
		await card("N-2").hover();
		await page.mouse.down();
		const field = (await input().boundingBox()) ?? place(0, 0, 0, 0);
		await page.mouse.move(field.x + 60, field.y + 8, { steps: 5 });
		await page.mouse.up();
		await expect.poll(() => input().textContent()).toBe("Look at F-2 N-2 ");
		await expect.poll(() => input().evaluate((field) => field === document.activeElement)).toBe(true);
		await page.keyboard.press("Escape");
		await panel().waitFor({ state: "detached" });
		await card("F-3").click();
		await card("F-4").click({ modifiers: ["Control"] });
		const selected = page.locator("[role=gridcell][aria-selected=true]");
		await expect.poll(() => selected.count(), { message: "with the chat closed it selects, as ever" }).toBe(2);
	});

	test("FS-ChatAtMentionInResponse: a label in an answer leads to its card; one that is none is a word", async () => {
		await startChat();
		await showView("source");
		await ask("summary");
		await idle();
		await answers().locator("[data-chip=F-2]").first().hover();
		await page.getByText("The backdrop is 6 m wide").last().waitFor();
		await answers().locator("[data-chip=R-2]").click();
		await expect.poll(() => page.locator("[role=gridcell][aria-selected=true]").getAttribute("data-label")).toBe("R-2");
		await expect.poll(() => answers().locator("[data-chip=F-999]").count()).toBe(0);
		await expect.poll(() => answers().first().textContent()).toContain("F-999");
	});
});

describe("links", () => {
	test("a link shows where it leads before it is opened, and names the host that counts", async () => {
		await startChat();
		await ask("summary");
		await idle();
		await expect.poll(() => answers().locator("a[href]").count(), { message: "no address is in the document" }).toBe(0);
		await answers().getByRole("link", { name: "elsewhere" }).click();
		const dialog = page.getByRole("dialog");
		await expect.poll(() => dialog.locator("strong").textContent()).toBe("evil.example");
		await expect.poll(() => dialog.textContent()).toContain("https://harbour.example.org@evil.example/");
		await expect.poll(() => calls("openLink")).toEqual([]);
		await dialog.getByRole("button", { name: "Copy" }).click();
		await expect.poll(() => calls("copyText")).toEqual([{ text: "https://harbour.example.org@evil.example/" }]);
		await answers().getByRole("link", { name: "the harbour's page" }).press("Enter");
		await page.getByRole("dialog").getByRole("button", { name: "Open in browser" }).click();
		await expect.poll(() => calls("openLink")).toEqual([{ url: "https://harbour.example.org/festival?year=2026" }]);
	});
});
