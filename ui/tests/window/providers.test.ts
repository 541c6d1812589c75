import { describe, expect, test } from "vitest";
import { button, calls, type Look, openDiscovery, openWindow, page, said, showView } from "./browser.ts";

/** Who answers, who may see what, and what was sent. */

async function openProviders(look: Look = {}): Promise<void> {
	await openDiscovery(look);
	await page.getByRole("button", { name: /^Provider: / }).click();
	await page.getByRole("radio", { name: "Offline" }).first().waitFor();
}
const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const dialogs = () => page.getByRole("dialog").count();
const sentCount = () => page.evaluate(() => window.factlyFake?.state.providers.sent.length);
const keyring = (trouble: string | null) =>
	page.evaluate((because) => {
		if (window.factlyFake) window.factlyFake.state.providers.keyringTrouble = because;
	}, trouble);

describe("the settings of the providers", () => {
	test("from offline to a server on this computer: found, picked, tested, saved, and said in the header", async () => {
		await openProviders();
		await said(/Nothing is sent anywhere, and no key is needed/);
		await page.getByRole("radio", { name: "OpenAI-compatible server" }).check();
		await button("Find servers on this computer").click();
		await button("Use Ollama at 127.0.0.1:11434").click();
		await expect.poll(() => field("Base URL").inputValue()).toBe("http://127.0.0.1:11434/v1");
		await button("Test connection").click();
		await said(/It works: model-a answered after 1\.2 sec\. The server lists 3 models\./);
		const covered = async () => {
			const verdict = await page.getByText(/It works/).boundingBox();
			const footer = await button("Save").boundingBox();
			return verdict && footer ? verdict.y + verdict.height - footer.y : 0;
		};
		await expect.poll(covered, { message: "it is in view" }).toBeLessThan(0);
		await button("Save").click();
		await button("Provider: 127.0.0.1:11434").waitFor();
		await expect.poll(() => dialogs(), { message: "saving closes the dialog" }).toBe(0);
		const [saved] = await calls<{ settings: { chat: unknown; extraction: unknown } }>("providerSet");
		const choice = { provider: "openai-compatible", baseUrl: "http://127.0.0.1:11434/v1", model: "model-a" };
		expect([saved?.settings.extraction, saved?.settings.chat], "the same for all tasks").toEqual([choice, choice]);
	});

	test("each task can have its own", async () => {
		await openProviders();
		await page.getByRole("checkbox", { name: "The same for all tasks" }).uncheck();
		await page.getByRole("tab", { name: /^Chat/ }).click();
		await page.getByRole("radio", { name: "Anthropic" }).check();
		await page.getByRole("tab", { name: "Chat api.anthropic.com" }).waitFor();
		await button("Save").click();
		await button("Provider: api.anthropic.com").waitFor();
		const [saved] = await calls<{ settings: Record<string, { provider: string }> }>("providerSet");
		expect([saved?.settings.extraction?.provider, saved?.settings.chat?.provider]).toEqual(["offline", "anthropic"]);
	});

	test("models are listed, filtered as one types, and any other name is taken too", async () => {
		await openProviders({ scenario: "provider" });
		await button("List models").click();
		await said("The server lists 3 models.");
		const model = page.getByRole("combobox", { name: "Model" });
		await model.fill("model-");
		await page.getByRole("option", { name: "model-b" }).click();
		await expect.poll(() => model.inputValue()).toBe("model-b");
		await model.fill("of-my-own");
		await page.keyboard.press("Escape");
		await button("Save").click();
		await page.getByRole("dialog").waitFor({ state: "detached" });
		const [saved] = await calls<{ settings: { extraction: { model: string } } }>("providerSet");
		expect(saved?.settings.extraction.model).toBe("of-my-own");
	});

	test("Escape asks before anything that was written is lost", async () => {
		await openProviders();
		await page.keyboard.press("Escape");
		await page.getByRole("dialog").waitFor({ state: "detached" });
		await button("Provider: Offline").click();
		await page.getByRole("radio", { name: "OpenAI", exact: true }).check();
		await page.getByLabel("API key").fill("sk-half-typ");
		await page.keyboard.press("Escape");
		await said("Your changes are not saved.");
		await page.keyboard.press("Escape");
		await page.getByText("Your changes are not saved.").waitFor({ state: "detached" });
		await expect
			.poll(() => page.getByLabel("API key").inputValue(), { message: "and it is still there" })
			.toBe("sk-half-typ");
		await button("Close").click();
		await button("Discard changes").click();
		await page.getByRole("dialog").waitFor({ state: "detached" });
		await expect.poll(() => calls("providerSet")).toEqual([]);
		await expect.poll(() => calls("providerKeySet")).toEqual([]);
	});

	test("a test that fails says what to do, and one that takes long can be stopped", async () => {
		await openProviders();
		await page.getByRole("radio", { name: "Anthropic" }).check();
		await button("Test connection").click();
		await said("It does not work");
		await said(/There is no key for https:\/\/api\.anthropic\.com\./);
		await said("Give the provider's key in the settings.");
		await button("Test connection").click();
		await button("Stop").click();
		await said("Stopped. Nothing was changed.");
	});

	test("what the host refuses is said in the dialog, and nothing is lost", async () => {
		await openProviders();
		await page.getByRole("radio", { name: "OpenAI-compatible server" }).check();
		await field("Base URL").fill("http://models.example/v1");
		await said(/http is only for a server on this machine/);
		await button("Save").click();
		await said("Nothing was saved");
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
		await page.getByRole("dialog").waitFor({ state: "detached" });
		const [saved] = await calls<{ settings: object }>("providerSet");
		expect(saved?.settings).toMatchObject({ temperature: 0.7, maxTokens: 900, contextThreshold: 50 });
	});

	test("what environment variables say is shown and locked, and what is saved stays as it is", async () => {
		await openWindow();
		await page.locator("main").waitFor();
		await page.evaluate(() => {
			const providers = window.factlyFake?.state.providers;
			if (providers) providers.environment = { FACTLY_PROVIDER: "openai", FACTLY_MODEL: "m", LLM_TEMP_CHAT: "0.9" };
		});
		await page.locator("[data-open]").first().click();
		await page.getByRole("button", { name: /^Provider: / }).click();
		await said(/environment variables stand in the place of settings: FACTLY_PROVIDER, FACTLY_MODEL, LLM_TEMP_CHAT/);
		await expect.poll(() => page.getByRole("radio", { name: "OpenAI", exact: true }).isChecked()).toBe(true);
		await expect.poll(() => page.getByRole("radio", { name: "Offline" }).isDisabled()).toBe(true);
		await expect.poll(() => page.getByRole("combobox", { name: "Model" }).inputValue()).toBe("m");
		await expect.poll(() => field("Temperature").inputValue()).toBe("0.9");
		await field("Longest answer, in tokens").fill("900");
		await button("Save").click();
		await page.getByRole("dialog").waitFor({ state: "detached" });
		const [saved] = await calls<{ settings: object }>("providerSet");
		expect(saved?.settings).toMatchObject({ chat: { provider: "offline", model: null }, temperature: 0.4 });
	});
});

describe("a key", () => {
	const CANARY = "sk-canary-0xC0FFEE";

	test("goes in and never comes out: it is said where it is, and it can be forgotten", async () => {
		await openProviders();
		await page.getByRole("radio", { name: "OpenAI", exact: true }).check();
		await said("There is no key for https://api.openai.com.");
		await page.getByLabel("API key").fill(CANARY);
		await button("Keep key").click();
		await said("A key for https://api.openai.com is in the system’s keyring.");
		await expect.poll(() => page.getByLabel("API key").inputValue(), { message: "the field is empty again" }).toBe("");
		expect(await page.content()).not.toContain(CANARY);
		expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
			CANARY,
		);
		const all = await page.evaluate(() => window.factlyFake?.calls ?? []);
		const withKey = all.filter((one) => JSON.stringify(one).includes(CANARY)).map(({ command }) => command);
		expect(withKey, "it crosses the wire once, on its way in").toEqual(["providerKeySet"]);
		await button("Forget key").click();
		await said("There is no key for https://api.openai.com.");
	});

	test("where no keyring takes it, it is said that it is for this run, and why", async () => {
		await openProviders();
		await keyring("this system runs no keyring");
		await page.getByRole("radio", { name: "OpenAI", exact: true }).check();
		await page.getByLabel("API key").fill(CANARY);
		await page.keyboard.press("Enter");
		await said(/There is a key for this run only, because this system runs no keyring\./);
	});

	test("a key that cannot be forgotten is said to be used again, and can be forgotten later", async () => {
		await openProviders({ scenario: "provider" });
		await page.getByRole("tab", { name: /^Chat/ }).click();
		await keyring("the keyring cannot be reached");
		await button("Forget key").click();
		await said(/The key could not be forgotten: the keyring cannot be reached\. .* is used again/);
		await keyring(null);
		await button("Forget key").click();
		await said("There is no key for https://api.openai.com.");
	});

	test("another address asks for the key again", async () => {
		await openProviders({ scenario: "provider" });
		await page.getByRole("tab", { name: /^Chat/ }).click();
		await said("A key for https://api.openai.com is in the system’s keyring.");
		await field("Base URL").fill("https://proxy.example/v1");
		await said(
			"The key for https://api.openai.com does not go to https://proxy.example. Enter the key for the new address.",
		);
	});

	test("one that was typed is kept before a test and with saving", async () => {
		await openProviders();
		await page.getByRole("radio", { name: "OpenAI", exact: true }).check();
		await page.getByLabel("API key").fill(CANARY);
		await button("Test connection").click();
		await said(/It works/);
		await page.getByLabel("API key").fill("another");
		await button("Save").click();
		await page.getByRole("dialog").waitFor({ state: "detached" });
		const kept = await calls<{ key: string }>("providerKeySet");
		expect(kept.map(({ key }) => key)).toEqual([CANARY, "another"]);
	});
});

describe("prices", () => {
	const group = () => page.getByRole("group", { name: "Price of a million tokens" });
	const price = (name: string) => group().getByRole("textbox", { name, exact: true });

	test("that the analyst gives say what was sent cost, each from its day on", async () => {
		await openProviders({ scenario: "provider" });
		await page.evaluate(() => {
			for (const { view } of window.factlyFake?.state.providers.sent ?? []) view.request.cost = null;
		});
		await expect.poll(() => group().count(), { message: "a server on this computer has no price" }).toBe(0);
		await page.getByRole("tab", { name: /^Chat/ }).click();
		const today = new Set([new Date().toISOString().slice(0, 10)]);
		await price("Input").fill("0,4");
		await price("Output").fill("1.6");
		// It may be midnight.
		today.add(new Date().toISOString().slice(0, 10));
		await expect
			.poll(() => price("Holds from").inputValue(), { message: "from today on, unless it is said otherwise" })
			.toSatisfy((day: string) => today.has(day));
		await price("Currency").fill("€");
		await said("Write three letters, such as USD.");
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

		await page.keyboard.press("Control+k");
		await page.getByRole("combobox").fill("what was sent");
		await page.keyboard.press("Enter");
		const rows = page.getByRole("dialog").getByRole("listitem");
		await rows.first().getByText("€0.0014 by your price of Jan 1, 2020").waitFor();
		await expect.poll(() => rows.nth(1).textContent()).not.toContain("price");
	});
});

describe("consent", () => {
	async function addText(): Promise<void> {
		await page.keyboard.press("Control+Shift+V");
		await page.locator("textarea").fill("The new wall is 3 m high.");
		await page.keyboard.press("Control+Enter");
		await said(/^Send text of “Harbour festival stage” to localhost:11434\?/);
	}
	async function startUnallowed(): Promise<void> {
		await openDiscovery({ scenario: "provider" });
		await page.evaluate(() => {
			window.factlyFake?.state.providers.allowed.clear();
			window.factlyFake?.state.providers.sent.splice(0);
		});
	}

	test("is asked before the first text goes out: to whom, what, what for; then it is read", async () => {
		await startUnallowed();
		await addText();
		await said("http://localhost:11434");
		await said("A server on this computer.");
		await said(/The text of the Inputs, part by part/);
		await expect.poll(() => sentCount(), { message: "nothing was sent before the answer" }).toBe(0);
		await button("Allow sending").click();
		await said("I-4 added: 1 fact");
		await expect.poll(() => sentCount()).toBe(1);
	});

	test("refused, the text is kept and waits, and reading it on asks again", async () => {
		await startUnallowed();
		await addText();
		await page.keyboard.press("Escape");
		await said(/Nothing was sent\. The text is kept and waits/);
		await expect.poll(() => sentCount()).toBe(0);
		await page
			.getByRole("main")
			.getByRole("button", { name: /Read the rest|Read on/i })
			.first()
			.click();
		await button("Allow sending").click();
		await expect.poll(sentCount).toBe(1);
	});

	test("withdrawn, it is asked for again", async () => {
		await openDiscovery({ scenario: "provider" });
		await button("Provider: api.openai.com, localhost:11434").click();
		await said("Extraction: may go to localhost:11434");
		await button("Withdraw consent").click();
		await said("Extraction: asks before it goes to localhost:11434");
		await said(/Nothing more of “Harbour festival stage” is sent/);
		await page.keyboard.press("Escape");
		await page.getByRole("dialog").waitFor({ state: "detached" });
		await addText();
		await button("Do not send").click();
	});

	test("what cannot be allowed says why, and the question stays", async () => {
		await startUnallowed();
		await addText();
		await page.evaluate(() =>
			window.factlyFake?.failNext("allowSending", {
				code: "disk_full",
				message: "The disk is full.",
				kept: "Nothing was changed.",
				hint: "Free some space and try again.",
			}),
		);
		await button("Allow sending").click();
		await said("The disk is full.");
		await button("Try again").click();
		await said("I-4 added: 1 fact");
	});
});

describe("the chat", () => {
	test("asks before the first message goes out, and shows what was sent for it", async () => {
		await openDiscovery({ scenario: "provider" });
		await page.evaluate(() => window.factlyFake?.state.providers.allowed.clear());
		await button(/^Open the chat/).click();
		await button("Summarise this discovery").click();
		await said(/^Send text of “Harbour festival stage” to api\.openai\.com\?/);
		await said(/What you write and what was answered before/);
		const before = await sentCount();
		await button("Allow sending").click();
		await expect.poll(sentCount).toBe((before ?? 0) + 1);
		// The answer has its menu once it is whole.
		await button("More for this message").nth(1).click();
		await page.getByRole("menuitem", { name: "What was sent" }).click();
		await said("Every request that this message took, each try of its own.");
		const rows = page.getByRole("dialog", { name: "What was sent" }).getByRole("listitem");
		await expect.poll(() => rows.count()).toBe(1);
		await rows.first().getByRole("button").click();
		await said("authorization: Bearer ***");
		const letters = page.getByRole("region", { name: "The request" });
		await letters.focus();
		await page.keyboard.press("Escape");
	});
});

describe("what was sent", () => {
	test("is listed, newest first, and each request is there to the letter but for the key", async () => {
		await openDiscovery({ scenario: "provider" });
		await page.keyboard.press("Control+k");
		await page.getByRole("combobox").fill("what was sent");
		await page.keyboard.press("Enter");
		const rows = page.getByRole("dialog").getByRole("listitem");
		await rows.first().waitFor();
		await expect.poll(() => rows.count()).toBe(4);
		await rows.first().getByText("Chat").waitFor();
		await rows.nth(1).getByText("localhost:11434 · model-a").waitFor();
		await rows.first().getByRole("button").click();
		await said("authorization: Bearer ***");
		await said("https://api.openai.com/v1/chat/completions");
		await said(/1,845 tokens in, 412 out · \$0\.00231/);
		await page.getByRole("radio", { name: "Exactly as sent" }).check();
		await said(/^\{"model":"gpt-4\.1-mini","max_tokens":8192,/);
		await button("Copy as sent").click();
		await said("Copied");
		const [copied] = await calls<{ text: string }>("copyText");
		expect(copied?.text).toMatch(
			/^POST https:\/\/api\.openai\.com\/v1\/chat\/completions\n.*Bearer \*\*\*\n\n\{"model"/s,
		);
		await page.keyboard.press("Escape");
		await rows.first().waitFor();
		await page.keyboard.press("Escape");
		await page.getByRole("dialog").waitFor({ state: "detached" });
	});

	test("older ones are fetched when asked for, and a large body draws only what is in view", async () => {
		await openDiscovery({ scenario: "provider" });
		await page.evaluate(() => {
			const sent = window.factlyFake?.state.providers.sent;
			const [first] = sent ?? [];
			if (!sent || !first) return;
			const body = JSON.stringify({ messages: [{ role: "user", content: "A line of the text.\n".repeat(50_000) }] });
			for (let serial = 1; serial <= 60; serial++) {
				const request = { ...first.view.request, id: `older-${serial}`, cursor: -serial };
				sent.push({ discovery: first.discovery, view: { ...first.view, request, body } });
			}
		});
		await showView("audit");
		await button("What was sent").click();
		const rows = page.getByRole("dialog").getByRole("listitem");
		await rows.first().waitFor();
		await expect.poll(() => rows.count()).toBe(50);
		await button("Show older ones").click();
		await expect.poll(() => rows.count()).toBe(64);
		await rows.last().getByRole("button").click();
		await said("A line of the text.");
		await expect.poll(() => page.locator("code").count()).toBeLessThan(100);
	});
});
