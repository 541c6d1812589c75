import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ProviderChoice, ProviderState, SendTo } from "../../src/ipc/bindings.ts";
import { HostError, untranslated } from "../../src/ipc/error.ts";
import {
	allowSending,
	askConsent,
	askConsentOfModels,
	useConsentQuestion,
	withConsent,
} from "../../src/state/consent.ts";
import type { Host } from "./host.ts";
import { openHost, waitUntil } from "./onHost.ts";

let host: Host;
let discovery: string;
beforeEach(async () => {
	({ host, discovery } = await openHost("sample"));
	await answeredBy({ provider: "openai", baseUrl: null, model: null });
});

/** Has every task answered there. */
async function answeredBy(choice: ProviderChoice): Promise<void> {
	const { stored } = await host.value<ProviderState>("provider_settings");
	await host.value("provider_set", { settings: { ...stored, extraction: choice, chat: choice, derivation: choice } });
}
const isAllowed = async () => (await host.value<SendTo>("would_send", { discovery, task: "chat" })).isAllowed;
const question = () => waitUntil(() => useConsentQuestion.getState().question);
const refused = () =>
	new HostError({ code: "consent_needed", message: untranslated("It would go out."), kept: null, hint: null });

describe("asking for consent", () => {
	test("asks nothing where nothing leaves, or where it is allowed", async () => {
		await host.value("allow_sending", { discovery, task: "chat" });
		expect(await askConsent(discovery, "chat")).toBe(true);
		await answeredBy({ provider: "offline", baseUrl: null, model: null });
		expect(await askConsent(discovery, "chat")).toBe(true);
		expect(useConsentQuestion.getState().question).toBeNull();
	});

	test("asks once for two who want the same, and allows what it showed", async () => {
		const answers = Promise.all([askConsent(discovery, "chat"), askConsent(discovery, "chat")]);
		const shownQuestion = await question();
		expect(shownQuestion?.to).toMatchObject({ origin: "https://api.openai.com", provider: "openai", isAllowed: false });
		if (shownQuestion) await allowSending(shownQuestion);
		expect(await answers).toEqual([true, true]);
		expect(await isAllowed()).toBe(true);
		expect(useConsentQuestion.getState().question).toBeNull();
	});

	test("puts one question after the other, and passes over what an answer has settled", async () => {
		const both = Promise.all([askConsent(discovery, "chat"), askConsent(discovery, "derivation")]);
		const shownQuestion = await question();
		expect(shownQuestion?.sender).toEqual({ task: "chat" });
		if (shownQuestion) await allowSending(shownQuestion);
		expect(await both, "one address for both tasks").toEqual([true, true]);
	});

	test("asks for each model of a document that goes elsewhere, and one no is a no to all", async () => {
		const both = askConsentOfModels(discovery, ["model-a", "anthropic:other"]);
		for (const origin of ["https://api.openai.com", "https://api.anthropic.com"]) {
			const shownQuestion = await waitUntil(() => {
				const { question } = useConsentQuestion.getState();
				return question?.to.origin === origin ? question : null;
			});
			await allowSending(shownQuestion);
		}
		expect(await both).toBe(true);
		await host.value("forbid_sending", { discovery });
		const refused = askConsentOfModels(discovery, ["anthropic:other", "model-a"]);
		(await question())?.answer(false);
		expect(await refused).toBe(false);
		expect(await isAllowed()).toBe(false);
	});

	test("a no is a no, and allows nothing", async () => {
		const answer = askConsent(discovery, "extraction");
		(await question())?.answer(false);
		expect(await answer).toBe(false);
		expect(await isAllowed()).toBe(false);
	});

	test("if it would go elsewhere by now, nothing is allowed and the question is put anew", async () => {
		const answer = askConsent(discovery, "extraction");
		const shownQuestion = await question();
		await answeredBy({ provider: "openai", baseUrl: "https://elsewhere.example/v1", model: null });
		await allowSending(shownQuestion);
		expect(await isAllowed()).toBe(false);
		const again = useConsentQuestion.getState().question;
		expect(again?.to.origin).toBe("https://elsewhere.example");
		again?.answer(false);
		expect(await answer).toBe(false);
	});
});

describe("work that needs consent", () => {
	test("is done again once it is allowed", async () => {
		const work = vi.fn().mockRejectedValueOnce(refused()).mockResolvedValueOnce("done");
		const done = withConsent(discovery, "chat", work);
		const shownQuestion = await question();
		if (shownQuestion) await allowSending(shownQuestion);
		expect(await done).toBe("done");
		expect(work).toHaveBeenCalledTimes(2);
	});

	test("is not done where it is not allowed", async () => {
		const work = vi.fn().mockRejectedValue(refused());
		const done = withConsent(discovery, "chat", work);
		(await question())?.answer(false);
		expect(await done).toBeNull();
		expect(work).toHaveBeenCalledTimes(1);
	});

	test("fails as it fails for any other reason", async () => {
		const work = vi.fn().mockRejectedValue(new Error("broken"));
		await expect(withConsent(discovery, "chat", work)).rejects.toThrow("broken");
		expect(useConsentQuestion.getState().question).toBeNull();
	});
});
