import { describe, expect, test } from "vitest";
import { button, calls, type Look, openView, page, role, seesText, showView } from "./browser.ts";

/** Long documents: what a new one would take, what one waits for, and what comes of it. */

const openDocuments = (look: Look = {}) => openView("documents", { width: 1440, height: 900, ...look });

interface Started {
	ask: {
		recipe: string;
		models: string[];
		prompt: string;
		inputs: string[];
		cap: string | null;
		context: number | null;
		mostOutput: number | null;
	};
}

async function chooseDialectic(): Promise<void> {
	await button("New long document").click();
	await role("combobox", "Recipe").selectOption("dialectic");
}

describe("documents", () => {
	test("what is missing before it can start is said quietly, with the way there", async () => {
		await openDocuments();
		await page.keyboard.press("Control+n");
		await role("dialog").waitFor();
		await page.keyboard.type("Quay walls");
		await page.keyboard.press("Enter");
		await button("Title: Quay walls").waitFor();
		await showView("documents");
		await page.getByText("There is no recommendation to report on.").waitFor();
		expect(await role("alert").count(), "nobody did anything wrong").toBe(0);
		expect(await button("New long document").count(), "there is none to choose").toBe(0);
		await button("Start").press("Enter");
		await button("Open the map").click();
		await page.locator("[data-view=pipeline]").waitFor();
		expect(await calls("documentRunStart")).toEqual([]);
	});

	test("what a recipe would take is shown before it can start, and it needs a prompt", async () => {
		await openDocuments({ library: "written" });
		await chooseDialectic();
		await seesText(/\d+ calls, at most [\d.]+ USD/);
		await seesText(/^The wallet has [\d.]+ USD, which is enough\./);
		await expect.poll(() => button("Start").isDisabled(), { message: "there is no prompt" }).toBe(true);
		await page.getByLabel("What it is to be about").fill("What shall we do?");
		await expect.poll(() => button("Start").isDisabled()).toBe(false);
		expect(await calls("documentRunStart"), "nothing began by itself").toEqual([]);
	});

	test("the models, the sources and the limit go with it as they were chosen", async () => {
		await openDocuments({ library: "written" });
		await chooseDialectic();
		await page.getByLabel("What it is to be about").fill("What shall we do?");
		await page.getByLabel("Another model, by its name").fill("other-2");
		await button("Add").click();
		await seesText(/other-2: /);
		const sources = role("group", "Inputs that are read").getByRole("checkbox");
		const all = await sources.count();
		await sources.first().uncheck();
		await page.getByLabel("Most that it may cost").fill("0,5");
		await page.getByText("Context and length").click();
		await page.getByLabel("Tokens that a call may have").fill("8,000");
		await button("Start").click();
		await expect.poll(() => calls("documentRunStart")).toHaveLength(1);
		const [started] = await calls<Started>("documentRunStart");
		expect(started?.ask.models).toContain("other-2");
		expect(started?.ask.inputs).toHaveLength(all - 1);
		expect(started?.ask.cap, "a comma is read as a point").toBe("0.5");
		expect([started?.ask.context, started?.ask.mostOutput], "what is empty is left to the host").toEqual([8000, null]);
	});

	test("a recipe is copied, changed and kept, and a fault is told beside it", async () => {
		await openDocuments({ library: "written" });
		await chooseDialectic();
		await button("Copy and change this recipe").click();
		const json = page.getByLabel("Recipe as JSON");
		await expect.poll(() => json.inputValue()).toContain("my-dialectic");
		const own = await json.inputValue();
		await json.fill(own.replaceAll("my-dialectic", "dialectic"));
		await button("Keep the recipe").click();
		await seesText("There is a recipe “dialectic” already.");
		await json.fill(own.replaceAll("my-dialectic", "mine"));
		await button("Keep the recipe").click();
		await expect.poll(() => role("combobox", "Recipe").inputValue()).toBe("mine");
		await button("Change this recipe").waitFor();
		await button("Rename").click();
		await page.getByLabel("What the recipe is called").fill("Ours");
		await button("Rename").click();
		await expect.poll(() => role("combobox", "Recipe").inputValue()).toBe("ours");
		await button("Delete").click();
		await expect.poll(() => role("combobox", "Recipe").inputValue()).toBe("report-from-graph");
		await expect.poll(() => role("option", "Ours").count()).toBe(0);
	});

	test("a recipe whose every source was left out does not start", async () => {
		await openDocuments({ library: "written" });
		await chooseDialectic();
		await page.getByLabel("What it is to be about").fill("What shall we do?");
		const sources = role("group", "Inputs that are read").getByRole("checkbox");
		for (const source of await sources.all()) await source.uncheck();
		await seesText("Choose at least one Input.");
		await expect.poll(() => button("Start").isDisabled()).toBe(true);
	});
});
