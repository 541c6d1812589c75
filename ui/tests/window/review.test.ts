import { describe, expect, test } from "vitest";
import {
	addTwin,
	barriers,
	button,
	calls,
	enter,
	host,
	type Look,
	openDialog,
	openNarrowed,
	openWindow,
	page,
	role,
	seesText,
	showView,
} from "./browser.ts";

/** The sample waits with the conflict F-9 with F-2, then F-6, F-10, F-4, F-12 and the unproven F-16. */
async function openInbox(look: Look = {}): Promise<void> {
	await openNarrowed("review", look);
	await item().waitFor();
}

const main = () => role("main");
const list = () => main().getByRole("treegrid", { name: /^(Inbox|Eingang)$/ });
const row = (label: string) => list().getByRole("row", { name: new RegExp(`\\b${label}\\b`) });
const item = () => main().getByRole("article");
const seen = () => main().getByRole("heading", { level: 2 }).first();
const waiting = () =>
	main()
		.getByText(/^[\d,.]+ (waits?|warten|wartet)$/)
		.first();
const press = async (...keys: string[]) => {
	for (const key of keys) await page.keyboard.press(key);
};

async function expectAt(label: string, wait: number) {
	await expect.poll(() => seen().textContent()).toBe(label);
	await expect.poll(() => waiting().textContent()).toBe(wait === 1 ? "1 waits" : `${wait} wait`);
	await expect.poll(() => list().locator("[aria-selected=true]").textContent()).toContain(label);
}

describe("one after the other", () => {
	test("a decision is one key, its line goes, and the next one is there at once", async () => {
		await openInbox();
		await expectAt("F-9", 6);
		await press("1");
		await expectAt("F-6", 5);
		await press("a");
		await expectAt("F-10", 4);
		await press("r");
		await expectAt("F-4", 3);
		await expect.poll(() => row("F-10").count()).toBe(0);
		await expect.poll(() => calls("factAccept")).toHaveLength(1);
		await expect.poll(() => calls("factReject")).toHaveLength(1);
		// Each decision asks again which facts wait, and for no line of those that are known.
		await expect.poll(() => calls("waitingOrder").then(({ length }) => length)).toBeGreaterThan(3);
		expect(await calls("waitingLines")).toHaveLength(1);
	});

	test("the next one does not wait for the host, and was fetched before", async () => {
		await openInbox();
		await press("j");
		await expectAt("F-6", 6);
		await expect
			.poll(() => calls<{ fact: string }>("factDetail").then((all) => new Set(all.map(({ fact }) => fact)).size))
			.toBeGreaterThan(3);
		await page.evaluate(() => window.testDoor?.hold("factAccept"));
		await page.evaluate(() => window.testDoor?.hold("factDetail"));
		await press("a");
		await expect.poll(() => seen().textContent()).toBe("F-10");
		await item()
			.getByText(/13,450/)
			.first()
			.waitFor();
	});

	test("saving an edit accepts and says so, and the next key is for nothing that nobody has looked at", async () => {
		await openInbox();
		await press("j", "j", "j");
		await expectAt("F-4", 6);
		await press("e");
		await role("textbox", "Statement").fill("The quay carries half a tonne per square metre");
		// Pressed as soon as the next line is there: nobody can have seen it.
		await button("Save and accept").evaluate(async (save: HTMLElement) => {
			const wait = () => new Promise((done) => setTimeout(done));
			const moved = new Promise<void>((done) => {
				const isThere = () => document.querySelector("main h2")?.textContent === "F-12" && done();
				new MutationObserver(isThere).observe(document.body, { childList: true, characterData: true, subtree: true });
			});
			save.click();
			await moved.then(wait);
			document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", code: "KeyA", bubbles: true }));
		});
		await seesText(/moved on to F-12/);
		await seesText(/F-4 edited and accepted/);
		await expectAt("F-12", 5);
		expect(await calls("factAccept"), "nobody had looked at F-12").toEqual([]);
		await press("a");
		await expectAt("F-16", 4);
		await expect.poll(() => calls("factAccept")).toHaveLength(1);
	});

	test("a line that stood a while after an edit takes the first key, without a pointer or an arrow", async () => {
		await openInbox();
		await press("j", "j", "j");
		await expectAt("F-4", 6);
		await press("e");
		await role("textbox", "Statement").fill("The quay carries half a tonne per square metre");
		await press("Control+Enter");
		await expectAt("F-12", 5);
		await page.waitForTimeout(1500);
		await press("a");
		await expectAt("F-16", 4);
	});

	test("J, K and the arrows go through the list without deciding", async () => {
		await openInbox();
		await press("j", "ArrowDown");
		await expectAt("F-10", 6);
		await press("k", "ArrowUp", "ArrowUp");
		await expectAt("F-9", 6);
		await list().press("End");
		await expect.poll(() => seen().textContent(), { message: "what is to be looked at again" }).toBe("R-1");
		await row("F-12").click();
		await expectAt("F-12", 6);
	});

	test("what was done last stays in view, and U or its button takes it back and comes back to it", async () => {
		await openInbox();
		await press("j", "a");
		await main()
			.getByRole("status")
			.filter({ hasText: /^Last step: Accept F-6/ })
			.waitFor();
		await expectAt("F-10", 5);
		await press("r");
		await main()
			.getByRole("status")
			.filter({ hasText: /^Last step: Reject F-10/ })
			.waitFor();
		await expectAt("F-4", 4);
		await press("u");
		await expectAt("F-10", 5);
		await main()
			.getByRole("status")
			.filter({ hasText: /^Last step: Accept F-6/ })
			.waitFor();
		await main().getByRole("button", { name: /^Undo/ }).click();
		await expectAt("F-6", 6);
		await press("a");
		await expectAt("F-10", 5);
	});

	test("a decision that the host refuses comes back with what happened", async () => {
		await openInbox();
		await host.fillDisk(true);
		await press("j", "a");
		await page.getByText("The change was not made").first().waitFor();
		await expectAt("F-6", 6);
	});

	test("what is edited in the inspector is done with, and its undo comes back to it", async () => {
		await openInbox();
		await row("F-12").click();
		await expectAt("F-12", 6);
		const details = role("complementary", "Dock");
		expect(await details.count(), "the card says what it would").toBe(0);
		await press("Control+i");
		await details.getByText("Confidence").waitFor();
		// The statement and the decisions of the card occur there once.
		expect(await details.getByRole("button", { name: /^(Edit|Accept|Reject)/ }).count()).toBe(0);
		expect(await details.locator("mark").count()).toBe(0);
		await press("Control+i");
		await details.waitFor({ state: "detached" });
		await press("e");
		await role("textbox", "Statement").fill("A deposit of 30 % is due before the order");
		await press("Control+Enter");
		await expectAt("F-16", 5);
		await press("Control+z");
		await expectAt("F-12", 6);
	});
});

describe("many at once", () => {
	test("ticked ones are rejected as one step, which U takes back whole", async () => {
		await openInbox();
		await press("j", "x", "j", "x");
		await row("F-12").click({ modifiers: ["Shift"] });
		await main().getByText("4 selected").waitFor();
		await press("Shift+R");
		await expect
			.poll(() => calls<{ facts: string[] }>("factReject").then((all) => all.map(({ facts }) => facts.length)))
			.toEqual([4]);
		await expectAt("F-16", 2);
		await press("u");
		await expectAt("F-6", 6);
	});

	test("conflicts are left out of those that are accepted, and that is said", async () => {
		await openInbox();
		await press("Control+a", "Shift+A");
		await page.getByText("Conflicts are decided one by one").first().waitFor();
		await expect.poll(() => calls("factAccept")).toHaveLength(1);
		await expect.poll(() => row("F-9").count()).toBe(1);
	});

	test("nothing is decided where nothing is ticked and no fold is meant", async () => {
		await openInbox();
		await press("Shift+R");
		await page
			.getByText(/^Tick some with X/)
			.first()
			.waitFor();
		await expect.poll(() => calls("factReject")).toEqual([]);
		await press("x", "Escape", "Shift+R");
		await expectAt("F-9", 6);
		await expect.poll(() => calls("factReject"), { message: "Escape lets go what was ticked" }).toEqual([]);
	});
});

describe("the list", () => {
	test("is narrowed by words, and says where nothing matches", async () => {
		await openInbox();
		await press("/");
		await page.keyboard.type("quay");
		await expect.poll(() => list().getByRole("row").count()).toBe(1);
		await main().getByText("1 of 6 waits", { exact: true }).waitFor();
		await page.keyboard.type("zzz");
		await page.getByText("Nothing in the inbox matches.").waitFor();
		await main().getByText("6 wait, none of them matches", { exact: true }).waitFor();
		await button("Clear filters").click();
		await expect.poll(() => list().getByRole("row").count()).toBe(8);
	});

	test("keeps a filter that leaves something, and lets go one that leaves nothing once it is opened again", async () => {
		await openInbox();
		await press("/");
		await page.keyboard.type("quay");
		await main().getByText("1 of 6 waits", { exact: true }).waitFor();
		await showView("facts");
		await showView("review");
		await main().getByText("1 of 6 waits", { exact: true }).waitFor();
		await press("/");
		await page.keyboard.type("zzz");
		await page.getByText("Nothing in the inbox matches.").waitFor();
		await showView("facts");
		await showView("review");
		await expect.poll(() => list().getByRole("row").count()).toBe(8);
	});

	test("has of thousands only what is in view in the document, folded behind the first twenty", async () => {
		await openWindow({ library: "large" });
		await enter("Flood risk");
		await showView("review");
		await list().waitFor();
		await expect.poll(() => list().getByRole("row").count()).toBeLessThan(40);
		await list().press("End");
		await list()
			.getByText(/^[\d,]+ more$/)
			.waitFor();
		const fold = list().locator("[aria-expanded]").last();
		await expect.poll(() => fold.getAttribute("aria-selected")).toBe("true");
		await press("ArrowRight");
		await expect.poll(() => fold.getAttribute("aria-expanded")).toBe("true");
		await press("j");
		await item().getByRole("blockquote").or(item().getByText("∅")).first().waitFor();
		await expect.poll(() => list().getByRole("row").count()).toBeLessThan(60);
		await press("ArrowLeft");
		await expect.poll(() => fold.getAttribute("aria-expanded")).toBe("false");
	});
});

describe("what the column says already", () => {
	/** F-4 is said again by a card of the same column. */
	async function openWithTwin(): Promise<void> {
		await openInbox();
		await row("F-4").click();
		await addTwin();
		await page.keyboard.press("a");
		await dialog().waitFor();
	}
	const dialog = () => role("dialog", "This is said already");

	test("is asked about while the queue flows on, and merged", async () => {
		await openWithTwin();
		const behind = page.locator("main h2").first();
		await expect.poll(() => behind.textContent(), { message: "the next one is there already" }).toBe("F-12");
		await dialog().getByRole("listitem", { name: "F-4", exact: true }).waitFor();
		await dialog()
			.getByRole("button", { name: /^Use F-/ })
			.click();
		await dialog().waitFor({ state: "detached" });
		await expect.poll(() => calls("entityMerge")).toMatchObject([{ drop: ["F-4"], accept: true }]);
		await expectAt("F-12", 5);
	});

	test("or is accepted beside it", async () => {
		await openWithTwin();
		await dialog().getByRole("button", { name: "Keep as a variant", exact: true }).click();
		await dialog().waitFor({ state: "detached" });
		await expect.poll(() => calls("factAccept")).toMatchObject([{ anyway: false }, { anyway: true }]);
		await expectAt("F-12", 5);
	});

	test("or is left, and waits as before", async () => {
		await openWithTwin();
		await expect.poll(() => barriers({ within: "[role=dialog]" })).toEqual([]);
		await page.keyboard.press("Escape");
		await dialog().waitFor({ state: "detached" });
		await row("F-4").waitFor();
		await page.keyboard.press("k");
		await expectAt("F-4", 6);
	});

	test("of many that are accepted at once only those that are said already are asked about", async () => {
		await openWithTwin();
		await page.keyboard.press("Escape");
		await showView("facts");
		await role("button", "New").click();
		await role("row", /F-4/).click();
		await page.keyboard.press("Control+a");
		await role("button", /^Accept \d/).click();
		await dialog().waitFor();
		await expect.poll(() => dialog().getByRole("listitem", { name: /^F-/ }).count()).toBe(1);
		await page
			.getByText(/^\d facts? accepted/)
			.first()
			.waitFor();
	});
});

describe("what it takes to decide", () => {
	test("what the quote does not carry is named", async () => {
		await openInbox();
		await press("j");
		await expectAt("F-6", 6);
		await item().getByText("The quote says “not”, the statement does not.").waitFor();
	});

	test("a passage that is not the quote is never shown as one", async () => {
		await openInbox();
		for (let n = 0; n < 5; n++) await page.keyboard.press("j");
		await expectAt("F-16", 6);
		await item().getByRole("region", { name: "Not in the text; nearest passage", exact: true }).waitFor();
		await expect.poll(() => item().locator("mark").count(), { message: "no words are marked as evidence" }).toBe(0);
	});
});

test("an empty inbox says what to do next", async () => {
	await openWindow();
	await main().waitFor();
	await openDialog("Control+n");
	await page.keyboard.type("Nothing yet");
	await press("Enter");
	await role("button", "Title: Nothing yet").waitFor();
	await showView("review");
	await page.getByText("Inbox is empty").waitFor();
	await button("Add a text").first().click();
	await role("dialog").waitFor();
});

test("axe finds no barrier, whatever stands first", async () => {
	await openInbox();
	for (let n = 0; n < 7; n++) {
		await expect.poll(() => barriers({ within: "main" })).toEqual([]);
		await page.keyboard.press("j");
	}
});
