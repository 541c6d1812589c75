import { describe, expect, test } from "vitest";
import { CHAT_FIELD, calls, focusIn, type Look, openDiscovery, page } from "./browser.ts";

/** Conversations: long ones, several of them, and what is found in them. */

async function startChat(look: Look = {}, title?: string): Promise<void> {
	await openDiscovery(look, title);
	await page.keyboard.press("Control+j");
	await input().waitFor();
	await focusIn(CHAT_FIELD);
	await page.evaluate(() => Object.assign(window.factlyFake?.state.chat ?? {}, { pace: 1 }));
}
const panel = () => page.locator("section[aria-label=Chat]");
const input = () => panel().getByRole("textbox");
const list = () => panel().getByRole("region", { name: "Messages" });
const rows = () => panel().getByRole("listitem");
const idle = () => panel().getByRole("button", { name: "Send", exact: true }).waitFor();
async function ask(text: string): Promise<void> {
	await page.locator(CHAT_FIELD).click();
	await focusIn(CHAT_FIELD);
	await page.keyboard.type(text);
	await page.keyboard.press("Enter");
	await idle();
}
const fromEnd = () => list().evaluate((scroller) => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight);
/** Where a message stands in the list's frame. */
const topOf = (words: string) =>
	list().evaluate((scroller, text) => {
		const row = [...scroller.querySelectorAll("[role=listitem]")].find((one) => one.textContent?.includes(text));
		return row ? Math.round(row.getBoundingClientRect().top - scroller.getBoundingClientRect().top) : null;
	}, words);

describe("10,000 messages", () => {
	test("the newest are shown, few are drawn, and older ones come in above", async () => {
		await startChat({ scenario: "large" }, "Flood risk 2027");
		await panel().getByText("Answer 5000:").waitFor();
		await expect.poll(fromEnd, { message: "at the end" }).toBeLessThan(2);
		await expect.poll(() => rows().count()).toBeLessThan(30);

		await page.evaluate(() => window.factlyFake?.slow("chatMessages", 600));
		const pages = async () => (await calls("chatMessages")).length;
		await list().hover();
		for (let turn = 0; turn < 60 && (await pages()) === 1; turn++) {
			await page.mouse.wheel(0, -120);
			await page.waitForTimeout(40);
		}
		await expect.poll(() => rows().first().getAttribute("aria-setsize")).toBe("100");
		await panel().getByRole("button", { name: "To the newest" }).click();
		await expect.poll(fromEnd).toBeLessThan(2);
	});

	test("it stays at the end while an answer grows, unless the analyst has scrolled up", async () => {
		await startChat({ scenario: "large" }, "Flood risk 2027");
		await page.evaluate(() => Object.assign(window.factlyFake?.state.chat ?? {}, { pace: 15, stride: 200 }));
		await input().click();
		await page.keyboard.type("endless");
		await page.keyboard.press("Enter");
		await panel().getByText("Writing").waitFor();
		await page.waitForTimeout(600);
		await expect.poll(() => fromEnd(), { message: "it follows" }).toBeLessThan(150);
		await list().evaluate((scroller) => scroller.scrollBy({ top: -400 }));
		const scrolled = () => list().evaluate((scroller) => scroller.scrollTop);
		let place = -1;
		// Rows that came into view may turn out higher than was guessed.
		await expect
			.poll(
				async () => {
					const last = place;
					place = await scrolled();
					return place === last;
				},
				{ interval: 150 },
			)
			.toBe(true);
		await page.waitForTimeout(500);
		expect(await scrolled(), "it stays").toBe(place);
		await expect.poll(() => fromEnd()).toBeGreaterThan(400);
		await panel().getByRole("button", { name: "Stop", exact: true }).click();
		await idle();
	});

	test("at rest the open panel does nothing: no frame, no timer", async () => {
		await startChat({ scenario: "large" }, "Flood risk 2027");
		await panel().getByText("Answer 5000:").waitFor();
		await page.waitForTimeout(2600);
		const heard = () =>
			page.evaluate(async () => {
				let asked = 0;
				const frame = window.requestAnimationFrame.bind(window);
				const later = window.setTimeout.bind(window);
				const again = window.setInterval.bind(window);
				Object.assign(window, {
					requestAnimationFrame: (run: FrameRequestCallback) => {
						asked++;
						return frame(run);
					},
					setTimeout: (run: () => void, ms: number) => {
						asked++;
						return later(run, ms);
					},
					setInterval: (run: () => void, ms: number) => {
						asked++;
						return again(run, ms);
					},
				});
				await new Promise((resolve) => later(resolve, 1500));
				Object.assign(window, { requestAnimationFrame: frame, setTimeout: later, setInterval: again });
				return asked;
			});
		// A busy machine comes to rest later.
		await expect.poll(heard, { timeout: 25_000 }).toBe(0);
		expect(await heard(), "and then goes on so").toBe(0);
	});
});

describe("several conversations", () => {
	test("one is started, named, searched and deleted, and deleting can be undone", async () => {
		await startChat();
		await ask("about the wall");
		await panel().getByRole("button", { name: "Conversations" }).click();
		await panel().getByRole("button", { name: "New conversation" }).click();
		// What is said before it is there is said in the other.
		await panel().getByText("Ask about this discovery").waitFor();
		await ask("about the lamps");
		await expect
			.poll(() => panel().getByRole("article").count(), { message: "what was said in the other is not here" })
			.toBe(2);

		await panel().getByRole("button", { name: "Conversations" }).click();
		const talks = panel().getByRole("list", { name: "Conversations" }).getByRole("listitem");
		await expect.poll(() => talks.count()).toBe(2);
		await talks
			.nth(1)
			.getByRole("button", { name: /^More for/ })
			.click();
		await page.getByRole("menuitem", { name: "Rename" }).click();
		await focusIn("li input");
		await page.keyboard.type("Lamps");
		await page.keyboard.press("Enter");
		await talks.getByText("Lamps").waitFor();

		await panel().getByRole("textbox", { name: "Search in all conversations" }).fill("WALL");
		await panel().getByRole("list", { name: "Messages found" }).getByRole("button").first().click();
		await panel().getByText("You asked: about the wall").waitFor();

		await panel().getByRole("button", { name: "Conversations" }).click();
		await expect.poll(() => talks.nth(0).getByRole("button").count(), { message: "the one that is exported" }).toBe(2);
		await talks.nth(1).getByRole("button", { name: "More for Lamps" }).click();
		await page.getByRole("menuitem", { name: "Delete" }).click();
		await expect.poll(() => talks.count()).toBe(1);
		await page.getByRole("dialog", { name: "Deleted: Lamps" }).getByRole("button", { name: "Undo" }).click();
		await expect.poll(() => talks.count()).toBe(2);
	});

	test("a message far up that a search finds is shown where it stands", async () => {
		await startChat({ scenario: "large" }, "Flood risk 2027");
		await panel().getByRole("button", { name: "Conversations" }).click();
		await panel().getByRole("textbox", { name: "Search in all conversations" }).fill("Question 4900:");
		await panel().getByRole("list", { name: "Messages found" }).getByRole("button").first().click();
		await expect.poll(() => topOf("Question 4900:")).toBeGreaterThan(0);
		await expect.poll(() => topOf("Question 4900:")).toBeLessThan(400);
	});

	test("a draft belongs to its conversation", async () => {
		await startChat();
		await page.keyboard.type("for the first");
		await panel().getByRole("button", { name: "Conversations" }).click();
		await panel().getByRole("button", { name: "New conversation" }).click();
		await input().waitFor();
		await expect.poll(() => input().textContent()).toBe("");
		await panel().getByRole("button", { name: "Conversations" }).click();
		await panel().getByRole("list", { name: "Conversations" }).getByRole("button").first().click();
		await expect.poll(() => input().textContent()).toBe("for the first");
	});
});
