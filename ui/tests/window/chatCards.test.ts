import { describe, expect, test } from "vitest";
import { CHAT_FIELD, calls, calm, card, focusIn, openView, page, said } from "./browser.ts";

/** Cards: what is proposed, what its buttons do, and that nothing happens that was not shown. */

async function openChat(): Promise<void> {
	await openView("pipeline");
	await card("I-1").waitFor();
	await page.keyboard.press("Control+j");
	await panel().getByRole("textbox").waitFor();
	await page.evaluate(() => Object.assign(window.factlyFake?.state.chat ?? {}, { pace: 1 }));
}
async function propose(text: string): Promise<void> {
	await openChat();
	await ask(text);
	await cards().first().waitFor();
	await panel().getByRole("button", { name: "Send", exact: true }).waitFor();
}
async function ask(text: string): Promise<void> {
	await page.locator(CHAT_FIELD).click();
	await focusIn(CHAT_FIELD);
	await page.keyboard.type(text);
	await page.keyboard.press("Enter");
}
const panel = () => page.locator("section[aria-label=Chat]");
const cards = () => panel().locator("[data-card]");
const press = (name: string, of = cards().first()) => of.getByRole("button", { name, exact: true }).click();
const status = (of = cards().first()) => of.getAttribute("data-status");
const change = (label: string, text: string) =>
	page.evaluate(
		async ([name, words]) => {
			const { invoke } = (
				window as unknown as { __TAURI_INTERNALS__: { invoke: (c: string, a: object) => Promise<unknown> } }
			).__TAURI_INTERNALS__;
			const discovery = window.factlyFake?.state.content.discoveries[0]?.id;
			await invoke("entity_edit", { discovery, label: name, text: words, outputType: null });
		},
		[label, text] as const,
	);
const textOf = (label: string) => card(label).textContent();

describe("adding", () => {
	test("FS-ChatAddItem: a card shows type, words and links, and nothing is added yet", async () => {
		await propose("Add an insight: The strip is short");
		const first = cards().first();
		await expect.poll(() => status()).toBe("pending");
		await expect
			.poll(() => first.textContent())
			.toMatch(/Add.*Waits for you.*Insight.*The strip is short.*Rests on.*F-1.*About 1,200 guests.*F-2/s);
		await expect.poll(() => card("N-7").count()).toBe(0);
	});

	test("FS-ChatAddItemConfirm: it is added with its links, the card says so, and one undo takes it back", async () => {
		await propose("Add an insight: The strip is short");
		await press("Confirm");
		await expect.poll(() => status()).toBe("applied");
		await card("N-7").waitFor();
		await expect.poll(() => cards().first().textContent()).toMatch(/Applied.*N-7/s);
		await expect.poll(() => cards().first().getByRole("button", { name: "Confirm" }).count()).toBe(0);
		await page.getByRole("button", { name: "Undo: Chat: add N-7" }).click();
		await card("N-7").waitFor({ state: "hidden" });
		await expect.poll(() => status(), { message: "it can be decided again" }).toBe("pending");
	});

	test("FS-ChatAddItemEdit: words, links and type can be changed before", async () => {
		await propose("Add an output: Plan of the exits");
		await press("Edit");
		const first = cards().first();
		await first.getByLabel("Text").fill("Plan of the three exits");
		await first.getByLabel("Rests on").fill("r-2, R-3");
		await first.getByLabel("Type").selectOption("action_plan");
		await press("Confirm");
		await expect.poll(() => status()).toBe("applied");
		await expect
			.poll(() => calls("cardConfirm"))
			.toMatchObject([
				{
					edited: { text: "Plan of the three exits", relatedIds: ["R-2", "R-3"], outputType: "action_plan" },
					onDuplicate: "ask",
				},
			]);
		await expect.poll(() => textOf("O-3")).toContain("Plan of the three exits");
	});

	test("what is being written in a card is not lost by closing the chat; Escape leaves the edit", async () => {
		await propose("Add a fact: The quay is 40 m long");
		await press("Edit");
		await cards().first().getByLabel("Text").fill("The quay is 41 m long");
		await page.keyboard.press("Control+j");
		await panel().waitFor({ state: "detached" });
		await page.keyboard.press("Control+j");
		await expect.poll(() => cards().first().getByLabel("Text").inputValue()).toBe("The quay is 41 m long");
		await cards().first().getByLabel("Text").focus();
		await page.keyboard.press("Escape");
		await expect.poll(() => cards().first().textContent()).toContain("The quay is 40 m long");
		await expect.poll(() => panel().count()).toBe(1);
	});

	test("FS-ChatAddItemCancel: the card is put aside and nothing is added", async () => {
		await propose("Add an insight: The strip is short");
		await press("Cancel");
		await expect.poll(() => status()).toBe("cancelled");
		await expect.poll(() => cards().first().textContent()).toContain("Cancelled");
		await expect.poll(() => calls("cardConfirm")).toEqual([]);
	});

	test("decided before the end of its answer has come, it stays decided", async () => {
		await openChat();
		await page.evaluate(() => {
			const internals = (
				window as unknown as { __TAURI_INTERNALS__: { invoke: (c: string, a: object) => Promise<unknown> } }
			).__TAURI_INTERNALS__;
			const { invoke } = internals;
			internals.invoke = async (command, args) => {
				const reply = await invoke(command, args);
				if (command === "chat_send") await new Promise((go) => Object.assign(window, { letEnd: go }));
				return reply;
			};
		});
		await ask("Add an insight: The strip is short");
		await press("Cancel");
		await expect.poll(() => status()).toBe("cancelled");
		await page.evaluate(() => {
			const seen: string[] = [];
			Object.assign(window, { seen });
			const look = () => seen.push(document.querySelector("[data-card]")?.getAttribute("data-status") ?? "none");
			new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
			(window as unknown as { letEnd: () => void }).letEnd();
		});
		await panel().getByRole("button", { name: "Send", exact: true }).waitFor();
		await expect.poll(() => status()).toBe("cancelled");
		const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
		expect(seen.filter((one) => one !== "cancelled")).toEqual([]);
	});

	test("who judged that it is said already is told, where it was not the model that is set", async () => {
		await propose("Add an insight: The neighbours accept the festival as long as the level is kept");
		await page.evaluate(() => {
			const providers = window.factlyFake?.state.providers;
			if (!providers) return;
			providers.serverTrouble = "unreachable";
			providers.stored = { ...providers.stored, derivation: { provider: "openai", baseUrl: null, model: null } };
		});
		await press("Confirm");
		await page.getByRole("dialog").getByText("The built-in comparison decided.").waitFor();
	});

	test("what is said already is shown beside it: use that one, or keep both", async () => {
		await propose("Add an insight: The neighbours accept the festival as long as the level is kept");
		await press("Confirm");
		const dialog = page.getByRole("dialog");
		await dialog.getByText("This is said already").waitFor();
		await dialog.getByRole("button", { name: "Cancel" }).click();
		await expect.poll(() => status()).toBe("pending");
		await press("Confirm");
		await dialog.getByRole("button", { name: "Use N-5" }).click();
		await expect.poll(() => status()).toBe("applied");
		expect((await calls("cardConfirm")).at(-1)).toMatchObject({ onDuplicate: { same: "N-5" } });
		await expect.poll(() => calls("entityLink"), { message: "one step, which one undo takes back" }).toEqual([]);
		await ask("Add an insight: The neighbours accept the festival as long as the level is kept");
		await expect.poll(() => cards().count()).toBe(2);
		await press("Confirm", cards().nth(1));
		await dialog.getByRole("button", { name: "Keep as a variant" }).click();
		await expect.poll(() => status(cards().nth(1))).toBe("applied");
		expect((await calls("cardConfirm")).at(-1)).toMatchObject({ onDuplicate: "add_anyway" });
	});
});

describe("deleting", () => {
	test("FS-ChatDeleteItem: a card shows what would go and what rests on it", async () => {
		await propose("Delete F-2 and F-9");
		const first = cards().first();
		await expect.poll(() => first.textContent()).toMatch(/F-2.*The backdrop is 6 m wide.*F-9/s);
		await expect.poll(() => first.textContent()).toContain("3 cards that rest on them would be marked.");
		await expect.poll(() => first.locator("details [data-chip]").allTextContents()).toEqual(["N-1", "R-1", "O-1"]);
	});

	test("FS-ChatDeleteItemConfirm: all are deleted as one step", async () => {
		await propose("Delete F-2 and F-9");
		await press("Confirm deletion");
		await expect.poll(() => status()).toBe("applied");
		await card("F-2").waitFor({ state: "hidden" });
		await page.getByRole("button", { name: "Undo: Chat: delete F-2, F-9" }).click();
		await card("F-2").waitFor();
	});

	test("FS-ChatDeleteItemCancel: nothing is deleted", async () => {
		await propose("Delete N-6");
		await press("Cancel");
		await expect.poll(() => status()).toBe("cancelled");
		await expect.poll(() => card("N-6").count()).toBe(1);
	});
});

describe("editing", () => {
	test("FS-ChatEditItem: a card shows before and after, word by word", async () => {
		await propose("Edit N-6: The crane is no landmark");
		await expect.poll(() => cards().first().locator("ins").first().textContent()).toContain("no");
		await expect.poll(() => cards().first().locator("del").first().textContent()).toContain("a");
	});

	test("FS-ChatEditItemApply: the words are changed, and Ctrl+Enter does it too", async () => {
		await propose("Edit N-6: The crane is no landmark");
		await cards().first().getByRole("button", { name: "Cancel" }).focus();
		await page.keyboard.press("Control+Enter");
		await expect.poll(() => status()).toBe("applied");
		await expect.poll(() => textOf("N-6")).toContain("The crane is no landmark");
	});

	test("FS-ChatEditItemModify: the new words can be written otherwise", async () => {
		await propose("Edit N-6: The crane is no landmark");
		await press("Edit");
		await cards().first().getByLabel("After").fill("The crane is gone");
		await press("Apply");
		await expect.poll(() => textOf("N-6")).toContain("The crane is gone");
	});

	test("FS-ChatEditItemCancel: the words stay", async () => {
		await propose("Edit N-6: The crane is no landmark");
		await press("Cancel");
		await expect.poll(() => status()).toBe("cancelled");
		await expect.poll(() => textOf("N-6")).toContain("The crane is a landmark");
	});
});

describe("what a button does is what the card shows", () => {
	test("a card whose entity has changed says so and shows the change as it would be now", async () => {
		await propose("Edit N-6: The crane is no landmark");
		await change("N-6", "The blue crane is a landmark");
		await cards().first().getByText("N-6 was changed since this was proposed.").waitFor();
		await expect
			.poll(() => cards().first().locator("del").allTextContents())
			.toEqual(expect.arrayContaining([expect.stringContaining("blue")]));
	});

	test("confirming what is no longer so does nothing, and shows it anew", async () => {
		await propose("Edit N-6: The crane is no landmark");
		await calm();
		// The notice of the change does not reach the window in time.
		await page.evaluate(() => {
			const cards = window.factlyFake?.state.content.pipelines;
			for (const { own } of cards?.values() ?? []) {
				const crane = own.get("N-6");
				if (crane) Object.assign(crane, { text: "The red crane is a landmark" });
			}
			const { content } = window.factlyFake?.state ?? {};
			if (window.factlyFake && content) window.factlyFake.state.content = { ...content };
		});
		await press("Apply");
		await cards().first().getByText("Nothing was done; look at it again.", { exact: false }).waitFor();
		await expect.poll(() => status()).toBe("pending");
		await expect.poll(() => cards().first().textContent()).toContain("red");
		await press("Apply");
		await expect.poll(() => status()).toBe("applied");
	});

	test("FS-ChatActionErrorRollback: what fails is said on the card, nothing is changed, and it can be tried again", async () => {
		await propose("Edit N-6: The crane is no landmark");
		await page.evaluate(() =>
			window.factlyFake?.failNext("cardConfirm", {
				code: "disk_full",
				message: "The disk is full.",
				kept: "Nothing was changed.",
				hint: "Free some space.",
			}),
		);
		await press("Apply");
		await cards().first().getByText("The disk is full.").waitFor();
		await expect.poll(() => textOf("N-6")).toContain("The crane is a landmark");
		await press("Apply");
		await expect.poll(() => status()).toBe("applied");
		await expect.poll(() => cards().first().getByText("The disk is full.").count()).toBe(0);
	});

	test("a double click acts once", async () => {
		await propose("Add an insight: The strip is short");
		await page.evaluate(() => window.factlyFake?.slow("cardConfirm", 100));
		await cards().first().getByRole("button", { name: "Confirm" }).dblclick();
		await expect.poll(() => status()).toBe("applied");
		expect((await calls("cardConfirm")).length).toBe(1);
		await expect.poll(() => card("N-8").count()).toBe(0);
	});
});

describe("a batch", () => {
	test("all are applied as one step, with what was shown of each, and taken back as one", async () => {
		await propose("three changes");
		await expect.poll(() => cards().count()).toBe(3);
		await panel().getByRole("button", { name: "Apply all (3)" }).click();
		await said("3 changes applied");
		await expect
			.poll(() => cards().evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.status)))
			.toEqual(["applied", "applied", "applied"]);
		await card("N-6").waitFor({ state: "hidden" });
		await panel().getByRole("button", { name: "Undo all of this turn" }).click();
		await card("N-6").waitFor();
		await expect
			.poll(() => cards().evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.status)))
			.toEqual(["pending", "pending", "pending"]);
	});

	test("applied one by one, they are still one turn to take back, until something else is done", async () => {
		await propose("three changes");
		await press("Confirm", cards().nth(0));
		await expect.poll(() => status(cards().nth(0))).toBe("applied");
		await press("Apply", cards().nth(1));
		await expect.poll(() => status(cards().nth(1))).toBe("applied");
		const undo = panel().getByRole("button", { name: "Undo all of this turn" });
		await undo.waitFor();
		await change("N-2", "Otherwise");
		await undo.waitFor({ state: "detached" });
	});
});
