import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { button, calls, enter, openNarrowed, openView, page, role, seesText, settled, showView } from "./browser.ts";

async function openWork(): Promise<void> {
	await openView("work", { width: 1440, height: 900 });
	await current().waitFor();
}

const current = () => page.locator("[data-question][aria-current]");

describe("a round by keyboard alone", () => {
	test("what is written is kept by the host without being sent", async () => {
		await openWork();
		await page.keyboard.press("j");
		await page.keyboard.type("about 12");
		await expect
			.poll(() => calls("questionKeep"))
			.toContainEqual(
				expect.objectContaining({ question: "project.budget.total", answer: { quick: null, text: "about 12" } }),
			);
		await showView("review");
		await showView("work");
		await expect.poll(() => page.locator("[data-question] textarea").first().inputValue()).toBe("about 12");
		await expect.poll(() => calls("roundFinish")).toEqual([]);
	});
});

test("the answers of a question are numbered from 1, and the keys press them", async () => {
	await openWork();
	const answers = () => current().getByRole("group").getByRole("button");
	await expect.poll(() => answers().allTextContents()).toEqual(["1 I do not know", "2 Not relevant"]);
	const name = await current().getAttribute("data-question");
	await current().focus();
	await page.keyboard.press("1");
	await expect
		.poll(() => calls("questionKeep"))
		.toContainEqual(expect.objectContaining({ question: name, answer: { quick: "idk", text: "" } }));
});

describe("more questions than are listed at once", () => {
	test("they come thirty at a time, and the button goes with the last", async () => {
		await openWork();
		const cards = page.locator("[data-question]");
		const more = role("button", /more questions?$/);
		await expect.poll(() => cards.count()).toBe(30);
		const rest = Number.parseInt((await more.textContent()) ?? "", 10);
		expect(rest).toBeGreaterThan(30);
		for (let shown = 60; shown < 30 + rest; shown += 30) {
			await more.click();
			await expect.poll(() => cards.count()).toBe(shown);
		}
		await more.click();
		await expect.poll(() => cards.count()).toBe(30 + rest);
		await expect.poll(() => more.count()).toBe(0);
	});
});

describe("with little room", () => {
	test("what came of a round is in view, and the keys go on at what is still open", async () => {
		await openNarrowed("work", { language: "de", width: 640, height: 400 });
		await page.locator("[data-question]").first().waitFor();
		for (const keys of ["j", "12.000 EUR", "Enter", "2", "Escape", "1"]) {
			if (keys.includes(" ")) await page.keyboard.type(keys);
			else await page.keyboard.press(keys);
		}
		await page.keyboard.press("Control+Enter");
		const last = role("region", "Die letzte Runde");
		await last.waitFor();
		await settled();
		const hidden = () =>
			last.evaluate((region) => {
				const { top, left, bottom, width } = region.getBoundingClientRect();
				const shown = (y: number) => region.contains(document.elementFromPoint(left + width / 2, y));
				return [top + 4, bottom - 4].filter((y) => !shown(y));
			});
		await expect.poll(hidden, { message: "neither its beginning nor its end is scrolled away" }).toEqual([]);
		await expect.poll(() => current().evaluate((card) => card.contains(document.activeElement))).toBe(true);
	});
});

describe("a round that is undone", () => {
	const budget = () => page.locator("[data-question='project.budget.total'] textarea");

	async function sent(words: string): Promise<void> {
		await openWork();
		await page.keyboard.press("j");
		await page.keyboard.type(words);
		await page.keyboard.press("Control+Enter");
		await budget().waitFor({ state: "detached" });
	}
	// A field has an undo of its own, so the window's is pressed.
	const undo = () => button(/^Undo: /).click();

	/** Notes what a field says from now on, however shortly; what it gives back tells it. */
	async function watched(field: Locator): Promise<() => Promise<string[]>> {
		const values = await field.evaluateHandle((node: HTMLTextAreaElement) => {
			const own = Object.getOwnPropertyDescriptor(node, "value");
			if (!own?.get || !own.set) throw new Error("React keeps the value of this field no more");
			const typedValue = [node.value];
			Object.defineProperty(node, "value", {
				...own,
				set(next: string) {
					own.set?.call(node, next);
					if (typedValue.at(-1) !== next) typedValue.push(next);
				},
			});
			return typedValue;
		});
		return () => values.jsonValue();
	}

	test("gives its answers back as drafts", async () => {
		await sent("12,000 EUR");
		await undo();
		await expect.poll(() => budget().inputValue()).toBe("12,000 EUR");
		await page.keyboard.press("Control+Shift+z");
		await budget().waitFor({ state: "detached" });
	});

	test("leaves what was written since, and says so", async () => {
		await openWork();
		await role("radio", "Free text").check();
		const free = page.getByLabel("What you know");
		await free.fill("The hall has two doors.");
		await page.keyboard.press("Control+Enter");
		await expect.poll(() => free.inputValue()).toBe("");
		await free.fill("It has three.");
		// The host answers late, so that what the field shows before it knows the newer draft is seen.
		await page.evaluate(() => window.testDoor?.slow(300, "questionSheet"));
		const shown = await watched(free);
		await undo();
		await seesText("1 answer was written anew since and is kept. The one that was undone stands under Proof.");
		await settled();
		await expect.poll(() => free.inputValue()).toBe("It has three.");
		expect(await shown(), "at no moment anything else").toEqual(["It has three."]);
	});

	test("shows what it gives back to a field at once, and nothing older before it", async () => {
		await openWork();
		await role("radio", "Free text").check();
		const free = page.getByLabel("What you know");
		await free.fill("The hall has two doors.");
		await page.keyboard.press("Control+Enter");
		await expect.poll(() => free.inputValue()).toBe("");
		await showView("review");
		await undo();
		await seesText(/^Undone: /);
		await page.evaluate(() => window.testDoor?.slow(300, "questionSheet"));
		await showView("work");
		await free.waitFor();
		const shown = await watched(free);
		await settled();
		expect(await shown(), "what the sheet said before the step is no draft").toEqual(["The hall has two doors."]);
	});

	test("gives them back to a field that was written in and emptied again", async () => {
		await openWork();
		await role("radio", "Free text").check();
		const free = page.getByLabel("What you know");
		await free.fill("The hall has two doors.");
		await page.keyboard.press("Control+Enter");
		await expect.poll(() => free.inputValue()).toBe("");
		await free.fill("It");
		await free.fill("");
		await undo();
		await expect.poll(() => free.inputValue()).toBe("The hall has two doors.");
	});

	test("what is written while a round is read is not taken for sent", async () => {
		await openWork();
		await role("radio", "Free text").check();
		const free = page.getByLabel("What you know");
		await page.evaluate(() => window.testDoor?.slow(800, "roundFinish"));
		await free.fill("The hall has two doors.");
		await page.keyboard.press("Control+Enter");
		await free.fill("It has three.");
		await seesText(/^Said$/);
		await expect.poll(() => free.inputValue()).toBe("It has three.");
	});
});

describe("the panels", () => {
	test("they fold and are resized by key, and stay so", async () => {
		await openWork();
		const state = page.locator("[data-panel=state]");
		const width = async () => (await state.boundingBox())?.width;
		await role("button", "Fold State").press("Enter");
		await expect.poll(width).toBeLessThan(40);
		const edge = role("separator", "Width of Questions");
		const now = async () => Number(await edge.getAttribute("aria-valuenow"));
		await settled();
		const before = await now();
		await edge.press("ArrowRight");
		await expect.poll(now).toBe(before + 16);
		await page.reload();
		await enter();
		await showView("work");
		await edge.waitFor();
		await expect.poll(now).toBe(before + 16);
		await expect.poll(width).toBeLessThan(40);
	});

	test("what is said freely is a turn", async () => {
		await openWork();
		await role("radio", "Free text").check();
		await page.getByLabel("What you know").fill("The hall has two doors.");
		await page.keyboard.press("Control+Enter");
		await expect.poll(() => calls("roundFinish")).toMatchObject([{ answers: [], free: "The hall has two doors." }]);
		await expect.poll(() => page.getByLabel("What you know").inputValue()).toBe("");
	});
});
