import { describe, expect, test } from "vitest";
import { barriers, calls, type Look, openNarrowed, page, showView } from "./browser.ts";

/** The sample waits with F-4, F-6, the conflict F-9 with F-2, F-10, F-12, F-15 and the unproven F-16. */
async function openReview(look: Look = {}): Promise<void> {
	await openNarrowed("review", look);
	await item().waitFor();
}

const item = () => page.getByRole("main").getByRole("article");
const seen = () => page.getByRole("main").getByRole("heading", { level: 2 }).first();
const position = () =>
	page
		.getByRole("main")
		.locator("header")
		.getByText(/^\d+ (of|von) \d+$/);

async function expectAt(label: string, where: string) {
	await expect.poll(() => seen().textContent()).toBe(label);
	await expect.poll(() => position().textContent()).toBe(where);
}

describe("one at a time", () => {
	test("a decision is one key, the next one appears at once, and the count stands", async () => {
		await openReview();
		await expectAt("F-4", "1 of 7");
		await page.keyboard.press("a");
		await expectAt("F-6", "2 of 7");
		await page.keyboard.press("r");
		await expectAt("F-9", "3 of 7");
		await expect.poll(() => calls("factAccept")).toHaveLength(1);
		await expect.poll(() => calls("factReject")).toHaveLength(1);
	});

	test("the next one does not wait for the host", async () => {
		await openReview();
		await page.evaluate(() => window.factlyFake?.slow("factAccept", 20_000));
		await page.keyboard.press("a");
		await expect.poll(() => seen().textContent(), { timeout: 8_000 }).toBe("F-6");
	});

	test("K goes back to what was decided, which cannot be decided twice", async () => {
		await openReview();
		await page.keyboard.press("a");
		await expectAt("F-6", "2 of 7");
		await page.keyboard.press("k");
		await expectAt("F-4", "1 of 7");
		await page.getByText(/^Decided: accepted/).waitFor();
		await page.keyboard.press("r");
		await page.keyboard.press("j");
		await expectAt("F-6", "2 of 7");
		await expect.poll(() => calls("factReject"), { message: "R did nothing to a decided fact" }).toEqual([]);
	});

	test("Ctrl Z undoes the last decision and comes back to it, and so on", async () => {
		await openReview();
		await page.keyboard.press("a");
		await expectAt("F-6", "2 of 7");
		await page.keyboard.press("r");
		await expectAt("F-9", "3 of 7");
		await expect.poll(() => calls("reviewPage").then((all) => (all?.length ?? 0) >= 3)).toBe(true);
		await page.keyboard.press("Control+z");
		await expectAt("F-6", "2 of 7");
		await page.keyboard.press("Control+z");
		await expectAt("F-4", "1 of 7");
		await page.keyboard.press("a");
		await expectAt("F-6", "2 of 7");
	});

	test("4 asks again: the conflict goes, and its undo comes back to it", async () => {
		await openReview();
		await page.keyboard.press("j");
		await page.keyboard.press("j");
		await expectAt("F-9", "3 of 7");
		await page
			.getByRole("main")
			.getByRole("button", { name: /^Ask again/ })
			.waitFor();
		await page.keyboard.press("4");
		await expectAt("F-10", "4 of 7");
		await expect.poll(() => calls("factAskAgain")).toHaveLength(1);
		for (let step = 0; step < 3; step++) await page.keyboard.press("k");
		await page.getByText(/^Decided: both kept as notes, and asked again/).waitFor();
		await page.keyboard.press("Control+z");
		await expectAt("F-9", "3 of 7");
	});

	test("5 keeps both as notes: the conflict goes, and its undo comes back to it", async () => {
		await openReview();
		await page.keyboard.press("j");
		await page.keyboard.press("j");
		await expectAt("F-9", "3 of 7");
		await page
			.getByRole("main")
			.getByRole("button", { name: /^Both as notes/ })
			.waitFor();
		await page.keyboard.press("5");
		await expectAt("F-10", "4 of 7");
		await expect.poll(() => calls("factResolve")).toMatchObject([{ choice: "both_as_notes" }]);
		for (let step = 0; step < 3; step++) await page.keyboard.press("k");
		await page.getByText(/^Decided: both kept as notes\./).waitFor();
		await page.keyboard.press("Control+z");
		await expectAt("F-9", "3 of 7");
	});

	test("a decision that the host refuses comes back with what happened", async () => {
		await openReview();
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
		await expectAt("F-4", "1 of 7");
	});

	test("what is edited in the inspector is done with, and its undo comes back to it", async () => {
		await openReview();
		await page.getByRole("complementary").getByRole("button", { name: /^Edit/ }).waitFor();
		await page.keyboard.press("e");
		await page.getByRole("textbox", { name: "Statement" }).fill("The quay carries 500 kg per square metre");
		await page.keyboard.press("Control+Enter");
		await expectAt("F-6", "2 of 7");
		await page.keyboard.press("Control+z");
		await expectAt("F-4", "1 of 7");
	});
});

describe("what the column says already", () => {
	/** F-4 is said again by a card of the same column. */
	async function openWithTwin(): Promise<void> {
		await openReview();
		await page.evaluate(async () => {
			const { __TAURI_INTERNALS__: host } = window as unknown as {
				__TAURI_INTERNALS__: { invoke: (command: string, args: object) => Promise<unknown> };
			};
			const text = "The quay carries 500 kg per square metre at most";
			const [discovery] = (await host.invoke("discovery_list", { query: null, archived: false })) as { id: string }[];
			const added = { discovery: discovery?.id, kind: "fact", text, from: [], outputType: null, anyway: true };
			await host.invoke("entity_add", added);
		});
		await page.keyboard.press("a");
		await dialog().waitFor();
	}
	const dialog = () => page.getByRole("dialog", { name: "This is said already" });

	test("is asked about while the queue flows on, and merged", async () => {
		await openWithTwin();
		const behind = page.locator("main h2").first();
		await expect.poll(() => behind.textContent(), { message: "the next one is there already" }).toBe("F-6");
		await dialog().getByRole("listitem", { name: "F-4" }).waitFor();
		await dialog()
			.getByRole("button", { name: /^Use F-/ })
			.click();
		await dialog().waitFor({ state: "detached" });
		await expect.poll(() => calls("entityMerge")).toMatchObject([{ drop: ["F-4"], accept: true }]);
		await expectAt("F-6", "2 of 7");
		await page.keyboard.press("r");
		await expectAt("F-9", "3 of 7");
	});

	test("or is accepted beside it", async () => {
		await openWithTwin();
		await dialog().getByRole("button", { name: "Keep as a variant" }).click();
		await dialog().waitFor({ state: "detached" });
		await expect.poll(() => calls("factAccept")).toMatchObject([{ anyway: false }, { anyway: true }]);
		await expectAt("F-6", "2 of 7");
	});

	test("or is left, and waits as before", async () => {
		await openWithTwin();
		await expect.poll(() => barriers({ within: "[role=dialog]" })).toEqual([]);
		await page.keyboard.press("Escape");
		await dialog().waitFor({ state: "detached" });
		await page.keyboard.press("k");
		await expectAt("F-4", "1 of 7");
		await expect.poll(() => page.getByText(/^Decided:/).count(), { message: "it is not decided" }).toBe(0);
	});

	test("of many that are accepted at once only those that are said already are asked about", async () => {
		await openWithTwin();
		await page.keyboard.press("Escape");
		await showView("facts");
		await page.getByRole("button", { name: "Proposed", exact: true }).click();
		await page.getByRole("row", { name: /F-4/ }).click();
		await page.keyboard.press("Control+a");
		await page.getByRole("button", { name: /^Accept \d/ }).click();
		await dialog().waitFor();
		await expect.poll(() => dialog().getByRole("listitem", { name: /^F-/ }).count()).toBe(1);
		await page
			.getByText(/^\d facts? accepted/)
			.first()
			.waitFor();
	});
});

describe("what it takes to decide", () => {
	test("a conflict shows both quotes and what differs, and 1, 2 and 3 decide it", async () => {
		await openReview();
		await page.keyboard.press("j");
		await page.keyboard.press("j");
		await expectAt("F-9", "3 of 7");
		const [old, next] = [
			item().getByRole("region", { name: /^Accepted now: F-2/ }),
			item().getByRole("region", { name: /^New: F-9/ }),
		];
		await expect.poll(() => old.locator("mark").textContent()).toContain("6 m wide");
		await expect.poll(() => next.locator("mark").textContent()).toContain("6.2 m wide");
		const diff = item().getByRole("region", { name: "What differs" });
		await expect.poll(() => diff.getByRole("insertion").first().textContent()).toContain("6 m");
		await expect.poll(() => diff.getByRole("deletion").first().textContent()).toContain("6.2 m");
		await page.keyboard.press("a");
		await expect.poll(() => calls("factAccept"), { message: "A does not decide a conflict" }).toEqual([]);
		await page.keyboard.press("2");
		await expectAt("F-10", "4 of 7");
		await expect.poll(() => calls("factResolve")).toMatchObject([{ choice: "take_new" }]);
	});

	test("what the quote does not carry is named", async () => {
		await openReview();
		await page.keyboard.press("j");
		await expectAt("F-6", "2 of 7");
		await item().getByText("The quote and the statement differ in a negation: “not”.").waitFor();
	});

	test("a passage that is not the quote is never shown as one", async () => {
		await openReview();
		for (let n = 0; n < 6; n++) await page.keyboard.press("j");
		await expectAt("F-16", "7 of 7");
		await item().getByRole("region", { name: "Not in the source; nearest passage" }).waitFor();
		await expect.poll(() => item().locator("mark").count(), { message: "no words are marked as evidence" }).toBe(0);
	});
});

test("when all is decided it says so, with the count", async () => {
	await openReview();
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
		await expect.poll(() => position().textContent()).toBe(`${next} of 7`);
	}
	await page.keyboard.press("r");
	await page.getByText("Nothing to review.").waitFor();
	await page.getByText(/^7 decided here\./).waitFor();
});

describe("no barrier that axe can find", () => {
	const looks: [string, Look][] = [
		["light", {}],
		["dark", { theme: "dark" }],
		["German at 200 % zoom", { language: "de", width: 720, height: 450 }],
	];
	test.each(looks)("%s", async (_, look) => {
		await openReview(look);
		for (let n = 0; n < 7; n++) {
			await expect.poll(() => barriers({ within: "main" })).toEqual([]);
			await page.keyboard.press("j");
		}
	});
});
