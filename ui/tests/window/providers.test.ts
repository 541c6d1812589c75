import { describe, expect, test } from "vitest";
import { says } from "../../../tests/e2e/harness/model.mjs";
import type { SentRequest } from "../../src/ipc/bindings.ts";
import {
	button,
	calls,
	discovery,
	host,
	type Look,
	openDiscovery,
	openModel,
	openWindow,
	page,
	role,
	seesText,
	setModel,
	showView,
	talk,
} from "./browser.ts";

/** Answerers, permitted readers, and sent requests. */

async function openProviders(look: Look = {}): Promise<void> {
	await openDiscovery(look);
	await role("button", /^Provider: /).click();
	await role("radio", "Offline").first().waitFor();
}
const field = (name: string) => role("textbox", name);
const dialogs = () => role("dialog").count();
const sent = async () => host.value<SentRequest[]>("sent_requests", { discovery: await discovery(), before: null });

describe("the settings of the providers", () => {
	test("each task can have its own", async () => {
		await openProviders();
		await role("checkbox", "The same for all tasks").uncheck();
		await role("tab", /^Chat/).click();
		await role("radio", "Anthropic").check();
		await role("tab", "Chat api.anthropic.com").waitFor();
		await button("Save").click();
		await button("Provider: api.anthropic.com").waitFor();
		const [saved] = await calls<{ settings: Record<string, { provider: string }> }>("providerSet");
		expect([saved?.settings.extraction?.provider, saved?.settings.chat?.provider]).toEqual(["offline", "anthropic"]);
	});

	test("the search has a model of its own, off at first, and nothing goes before that is allowed", async () => {
		const model = await openModel();
		await openProviders();
		const byMeaning = role("checkbox", "Compare by meaning too");
		expect(await byMeaning.isChecked()).toBe(false);
		await byMeaning.check();
		await expect.poll(() => role("radio", "Anthropic").count(), { message: "it makes none" }).toBe(1);
		await field("Base URL").fill(model.base);
		await button("Save").click();
		await seesText(/which model makes the embeddings/);
		await role("combobox", "Model").fill("letters");
		await page.keyboard.press("Escape");
		await button("Test connection").click();
		await seesText(/It works: letters answered/);
		await button("Save").click();
		await seesText(/The passages of all Inputs with their titles and headings/);
		const [, saved] = await calls<{ settings: Record<string, { provider: string }> }>("providerSet");
		expect([saved?.settings.search?.provider, saved?.settings.chat?.provider]).toEqual([
			"openai-compatible",
			"offline",
		]);
		const embedded = () => model.requests.filter(({ body }) => (body as { input: string[] }).input[0] !== "OK").length;
		expect(embedded(), "nothing was sent yet").toBe(0);
		await button("Allow sending").click();
		await button(`Provider: ${model.host}`).click();
		await seesText(/Search by meaning: (\d+) of \1 passages are ready\./);
		expect(embedded()).toBeGreaterThan(0);
		await button("What was sent").click();
		await role("dialog").getByText("Search").first().waitFor();
	});

	test("models are listed, filtered as one types, and any other name is taken too", async () => {
		const { base } = await openModel();
		await openProviders();
		await role("radio", "OpenAI-compatible server").check();
		await field("Base URL").fill(base);
		await button("List models").click();
		await seesText("The server lists 2 models.");
		const model = role("combobox", "Model");
		await model.fill("other");
		await role("option", "other-2").click();
		await expect.poll(() => model.inputValue()).toBe("other-2");
		await model.fill("of-my-own");
		await page.keyboard.press("Escape");
		await button("Save").click();
		await role("dialog").waitFor({ state: "detached" });
		const [saved] = await calls<{ settings: { extraction: { model: string } } }>("providerSet");
		expect(saved?.settings.extraction.model).toBe("of-my-own");
	});

	test("Escape asks before anything that was written is lost", async () => {
		await openProviders();
		await page.keyboard.press("Escape");
		await role("dialog").waitFor({ state: "detached" });
		await button("Provider: Offline").click();
		await role("radio", "OpenAI").check();
		await page.getByLabel("API key").fill("sk-half-typ");
		await page.keyboard.press("Escape");
		await seesText("Your changes are not saved.");
		await page.keyboard.press("Escape");
		await page.getByText("Your changes are not saved.").waitFor({ state: "detached" });
		await expect
			.poll(() => page.getByLabel("API key").inputValue(), { message: "and it is still there" })
			.toBe("sk-half-typ");
		await button("Close").click();
		await button("Discard changes").click();
		await role("dialog").waitFor({ state: "detached" });
		await expect.poll(() => calls("providerSet")).toEqual([]);
		await expect.poll(() => calls("providerKeySet")).toEqual([]);
	});

	test("what the host refuses is said in the dialog, and nothing is lost", async () => {
		await openProviders();
		await role("radio", "OpenAI-compatible server").check();
		await field("Base URL").fill("http://models.example/v1");
		await seesText(/http is only for a server on this machine/);
		await button("Save").click();
		await seesText("Nothing was saved");
		await expect.poll(() => field("Base URL").inputValue()).toBe("http://models.example/v1");
	});

	test("numbers out of their bounds are not saved, and a comma is a point", async () => {
		await openProviders();
		await field("Temperature").fill("3");
		await page.locator("[aria-invalid]").waitFor();
		await expect.poll(() => button("Save").isDisabled()).toBe(true);
		await field("Temperature").fill("0,7");
		await field("Longest answer, in tokens").fill("0");
		await expect.poll(() => button("Save").isDisabled()).toBe(true);
		await field("Longest answer, in tokens").fill("900");
		await button("Save").click();
		await role("dialog").waitFor({ state: "detached" });
		const [saved] = await calls<{ settings: object }>("providerSet");
		expect(saved?.settings).toMatchObject({ temperature: 0.7, maxTokens: 900, contextThreshold: 50 });
	});

	test("what environment variables say is shown and locked, and what is saved stays as it is", async () => {
		await openWindow({ environment: { FACTLY_PROVIDER: "openai", FACTLY_MODEL: "m", LLM_TEMP_CHAT: "0.9" } });
		await page.locator("[data-open]").first().click();
		await role("button", /^Provider: /).click();
		await seesText(/environment variables stand in the place of settings: .*FACTLY_MODEL/);
		await expect.poll(() => role("radio", "OpenAI").isChecked()).toBe(true);
		await expect.poll(() => role("radio", "Offline").isDisabled()).toBe(true);
		await expect.poll(() => role("combobox", "Model").inputValue()).toBe("m");
		await expect.poll(() => field("Temperature").inputValue()).toBe("0.9");
		await field("Longest answer, in tokens").fill("900");
		await button("Save").click();
		await role("dialog").waitFor({ state: "detached" });
		const [saved] = await calls<{ settings: object }>("providerSet");
		expect(saved?.settings).toMatchObject({ chat: { provider: "offline", model: null }, temperature: 0.4 });
	});
});

describe("prices", () => {
	const group = () => role("group", "Price of a million tokens");
	const price = (name: string) => group().getByRole("textbox", { name, exact: true });

	test("that the analyst gives are saved with the day that they hold from, and what is no currency is not", async () => {
		await openProviders();
		await role("radio", "OpenAI").check();
		await role("combobox", "Model").fill("gpt-4.1-mini");
		await page.keyboard.press("Escape");
		const today = new Set([new Date().toISOString().slice(0, 10)]);
		await price("Input").fill("0,4");
		await price("Output").fill("1.6");
		// It may be midnight.
		today.add(new Date().toISOString().slice(0, 10));
		await expect
			.poll(() => price("Holds from").inputValue(), { message: "from today on, unless it is said otherwise" })
			.toSatisfy((day: string) => today.has(day));
		await price("Currency").fill("€");
		await seesText("Write three letters, such as USD.");
		await expect.poll(() => button("Save").isDisabled(), { message: "what is no price is not saved" }).toBe(true);
		await price("Currency").fill("eur");
		await price("Holds from").fill("2020-01-01");
		await button("Save").click();
		await expect.poll(() => dialogs()).toBe(0);
		const [saved] = await calls<{ settings: { prices: unknown } }>("providerSet");
		const model = { origin: "https://api.openai.com", model: "gpt-4.1-mini" };
		expect(saved?.settings.prices).toEqual([
			{ ...model, input: 0.4, output: 1.6, currency: "EUR", since: "2020-01-01" },
		]);
	});
});

describe("consent", () => {
	async function addText(host: string): Promise<void> {
		await page.keyboard.press("Control+Shift+V");
		await page.locator("textarea").fill("The new wall is 3 m high.");
		await page.keyboard.press("Control+Enter");
		await role("dialog", `Send text of “Harbour festival stage” to ${host}?`).waitFor();
	}
	async function startUnallowed(): Promise<string> {
		await openDiscovery();
		const model = await setModel(says(JSON.stringify({ ops: [] })));
		await host.value("forbid_sending", { discovery: await discovery() });
		return model.host;
	}

	test("refused, the text is kept and waits, and reading it on asks again", async () => {
		await addText(await startUnallowed());
		await page.keyboard.press("Escape");
		await seesText(/Nothing was sent\. The text is kept and waits/);
		expect(await sent()).toEqual([]);
		await role("main")
			.getByRole("button", { name: /Read the rest|Read on/i })
			.first()
			.click();
		await button("Allow sending").click();
		await expect.poll(async () => (await sent()).length).toBe(1);
	});

	test("what cannot be allowed says why, and the question stays", async () => {
		await addText(await startUnallowed());
		await host.fillDisk(true);
		await button("Allow sending").click();
		await role("dialog").getByRole("alert").waitFor();
		await host.fillDisk(false);
		await button("Try again").click();
		await seesText(/^I-4 added/);
	});
});

describe("what was sent", () => {
	test("older ones are fetched when asked for, and a large body draws only what is in view", async () => {
		await openDiscovery();
		await setModel(says("OK"));
		for (let at = 0; at < 60; at++) await talk(at === 0 ? "A line of the text.\n".repeat(1_500) : `Question ${at}`);
		await showView("audit");
		await button("What was sent").click();
		const rows = role("dialog").getByRole("listitem");
		await rows.first().waitFor();
		await expect.poll(() => rows.count()).toBe(50);
		// Each turn was sent twice, to be answered and to be read.
		await button("Show older ones").click();
		await expect.poll(() => rows.count()).toBe(100);
		await button("Show older ones").click();
		await button("Show older ones").waitFor({ state: "detached" });
		await rows.last().getByRole("button").click();
		const letters = role("dialog").getByRole("region");
		await expect
			.poll(async () => {
				await letters.evaluate((list) => list.scrollBy(0, list.clientHeight));
				return letters.getByText("A line of the text.").count();
			})
			.toBeGreaterThan(0);
		await expect.poll(() => page.locator("code").count()).toBeLessThan(100);
	});
});
