import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Look, launch, openWindow } from "./browser";

let browser: Browser;
beforeAll(async () => {
	browser = await launch();
});
afterAll(() => browser.close());

/** The sample waits with F-4, F-6, the conflict F-9 with F-2, F-10, F-12, F-15 and the unproven F-16. */
async function openReview(look: Look = {}): Promise<Page> {
	const { page } = await openWindow(browser, { ...look, width: 1280, height: 800 });
	await page
		.getByRole("button", { name: /Harbour festival/ })
		.first()
		.click();
	await page.keyboard.press("Control+3");
	await item(page).waitFor();
	// The library is folded away in a narrow window: chosen first, narrowed then.
	if (look.width && look.height) await page.setViewportSize({ width: look.width, height: look.height });
	return page;
}

const item = (page: Page) => page.getByRole("main").getByRole("article");
const seen = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 }).first();
const position = (page: Page) =>
	page
		.getByRole("main")
		.locator("header")
		.getByText(/^\d+ (of|von) \d+$/);
const calls = (page: Page, command: string) =>
	page.evaluate(
		(name) => window.factlyFake?.calls.filter((call) => call.command === name).map(({ args }) => args),
		command,
	);

async function expectAt(page: Page, label: string, where: string) {
	await expect.poll(() => seen(page).textContent()).toBe(label);
	await expect.poll(() => position(page).textContent()).toBe(where);
}

describe("one at a time", () => {
	test("a decision is one key, the next one appears at once, and the count stands", async () => {
		const page = await openReview();
		await expectAt(page, "F-4", "1 of 7");
		await page.keyboard.press("a");
		await expectAt(page, "F-6", "2 of 7");
		await page.keyboard.press("r");
		await expectAt(page, "F-9", "3 of 7");
		expect(await calls(page, "factAccept")).toHaveLength(1);
		expect(await calls(page, "factReject")).toHaveLength(1);
		await page.close();
	});

	test("the next one does not wait for the host", async () => {
		const page = await openReview();
		await page.evaluate(() => window.factlyFake?.slow("factAccept", 5000));
		await page.keyboard.press("a");
		await expect.poll(() => seen(page).textContent(), { timeout: 1500 }).toBe("F-6");
		await page.close();
	});

	test("K goes back to what was decided, which cannot be decided twice", async () => {
		const page = await openReview();
		await page.keyboard.press("a");
		await expectAt(page, "F-6", "2 of 7");
		await page.keyboard.press("k");
		await expectAt(page, "F-4", "1 of 7");
		await page.getByText(/^Decided: accepted/).waitFor();
		await page.keyboard.press("r");
		await page.keyboard.press("j");
		await expectAt(page, "F-6", "2 of 7");
		expect(await calls(page, "factReject"), "R did nothing to a decided fact").toEqual([]);
		await page.close();
	});

	test("Ctrl Z undoes the last decision and comes back to it, and so on", async () => {
		const page = await openReview();
		await page.keyboard.press("a");
		await expectAt(page, "F-6", "2 of 7");
		await page.keyboard.press("r");
		await expectAt(page, "F-9", "3 of 7");
		await expect.poll(() => calls(page, "reviewPage").then((all) => (all?.length ?? 0) >= 3)).toBe(true);
		await page.keyboard.press("Control+z");
		await expectAt(page, "F-6", "2 of 7");
		await page.keyboard.press("Control+z");
		await expectAt(page, "F-4", "1 of 7");
		await page.keyboard.press("a");
		await expectAt(page, "F-6", "2 of 7");
		await page.close();
	});

	test("a decision that the host refuses comes back with what happened", async () => {
		const page = await openReview();
		await page.evaluate(() =>
			window.factlyFake?.failNext("factAccept", {
				code: "disk_full",
				message: "The disk is full.",
				kept: null,
				hint: null,
			}),
		);
		await page.keyboard.press("a");
		await page.getByText("The disk is full.").first().waitFor();
		await expectAt(page, "F-4", "1 of 7");
		await page.close();
	});

	test("what is edited in the inspector is done with, and its undo comes back to it", async () => {
		const page = await openReview();
		await page.keyboard.press("e");
		await page.getByRole("textbox", { name: "Statement" }).fill("The quay carries 500 kg per square metre");
		await page.keyboard.press("Control+Enter");
		await expectAt(page, "F-6", "2 of 7");
		await page.keyboard.press("Control+z");
		await expectAt(page, "F-4", "1 of 7");
		await page.close();
	});
});

describe("what it takes to decide", () => {
	test("a conflict shows both quotes and what differs, and 1, 2 and 3 decide it", async () => {
		const page = await openReview();
		await page.keyboard.press("j");
		await page.keyboard.press("j");
		await expectAt(page, "F-9", "3 of 7");
		const [old, next] = [
			item(page).getByRole("region", { name: /^Accepted now: F-2/ }),
			item(page).getByRole("region", { name: /^New: F-9/ }),
		];
		expect(await old.locator("mark").textContent()).toContain("6 m wide");
		expect(await next.locator("mark").textContent()).toContain("6.2 m wide");
		const diff = item(page).getByRole("region", { name: "What differs" });
		expect(await diff.getByRole("insertion").first().textContent()).toContain("6 m");
		expect(await diff.getByRole("deletion").first().textContent()).toContain("6.2 m");
		await page.keyboard.press("a");
		expect(await calls(page, "factAccept"), "A does not decide a conflict").toEqual([]);
		await page.keyboard.press("2");
		await expectAt(page, "F-10", "4 of 7");
		expect(await calls(page, "factResolve")).toMatchObject([{ choice: "take_new" }]);
		await page.close();
	});

	test("what the quote does not carry is named", async () => {
		const page = await openReview();
		await page.keyboard.press("j");
		await expectAt(page, "F-6", "2 of 7");
		await item(page).getByText("The quote and the statement differ in a negation: “not”.").waitFor();
		await page.close();
	});

	test("a passage that is not the quote is never shown as one", async () => {
		const page = await openReview();
		for (let n = 0; n < 6; n++) await page.keyboard.press("j");
		await expectAt(page, "F-16", "7 of 7");
		await item(page).getByRole("region", { name: "Not in the source; nearest passage" }).waitFor();
		expect(await item(page).locator("mark").count(), "no words are marked as evidence").toBe(0);
		await page.close();
	});
});

test("when all is decided it says so, with the count", async () => {
	const page = await openReview();
	for (const [key, next] of [
		["a", "2"],
		["r", "3"],
		["1", "4"],
		["a", "5"],
		["a", "6"],
		// An accepted fact that waits for review cannot be accepted again: the ledger would refuse.
		["r", "7"],
	] as const) {
		await page.keyboard.press(key);
		await expect.poll(() => position(page).textContent()).toBe(`${next} of 7`);
	}
	await page.keyboard.press("r");
	await page.getByText("Nothing to review.").waitFor();
	await page.getByText(/^7 decided here\./).waitFor();
	await page.close();
});

describe("no barrier that axe can find", () => {
	const looks: [string, Look][] = [
		["light", {}],
		["dark", { theme: "dark" }],
		["German at 200 % zoom", { language: "de", width: 720, height: 450 }],
	];
	test.each(looks)("%s", async (_, look) => {
		const page = await openReview(look);
		for (let n = 0; n < 7; n++) {
			const { violations } = await new AxeBuilder({ page }).include("main").analyze();
			expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual([]);
			await page.keyboard.press("j");
		}
		await page.close();
	});
});
