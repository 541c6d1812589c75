import { beforeEach, describe, expect, test, vi } from "vitest";
import { client } from "../../src/ipc/client.ts";
import { HostError } from "../../src/ipc/error.ts";
import { type FakeHost, installFakeHost } from "../../src/ipc/fake/install.ts";
import { allow, askConsent, useQuestion, withConsent } from "../../src/state/consent.ts";

let host: FakeHost;
let discovery: string;
beforeEach(() => {
	client.clear();
	host = installFakeHost("provider");
	host.state.providers.allowed.clear();
	discovery = host.state.content.discoveries[0]?.id ?? "";
});

const question = () => vi.waitUntil(() => useQuestion.getState().question);
const refused = () => new HostError({ code: "consent_needed", message: "It would go out.", kept: null, hint: null });

describe("asking for consent", () => {
	test("asks nothing where nothing leaves, or where it is allowed", async () => {
		const { providers } = host.state;
		providers.allowed.add(`${discovery} https://api.openai.com`);
		expect(await askConsent(discovery, "chat")).toBe(true);
		providers.stored = { ...providers.stored, chat: { provider: "offline", baseUrl: null, model: null } };
		expect(await askConsent(discovery, "chat")).toBe(true);
		expect(useQuestion.getState().question).toBeNull();
	});

	test("asks once for two who want the same, and allows what it showed", async () => {
		const answers = Promise.all([askConsent(discovery, "chat"), askConsent(discovery, "chat")]);
		const asked = await question();
		expect(asked?.to).toMatchObject({ origin: "https://api.openai.com", provider: "openai", isAllowed: false });
		if (asked) await allow(asked);
		expect(await answers).toEqual([true, true]);
		expect([...host.state.providers.allowed]).toEqual([`${discovery} https://api.openai.com`]);
		expect(useQuestion.getState().question).toBeNull();
	});

	test("puts one question after the other, and passes over what an answer has settled", async () => {
		const both = Promise.all([askConsent(discovery, "chat"), askConsent(discovery, "derivation")]);
		const asked = await question();
		expect(asked?.task).toBe("chat");
		if (asked) await allow(asked);
		expect(await both, "one address for both tasks").toEqual([true, true]);
	});

	test("a no is a no, and allows nothing", async () => {
		const answer = askConsent(discovery, "extraction");
		(await question())?.answer(false);
		expect(await answer).toBe(false);
		expect(host.state.providers.allowed.size).toBe(0);
	});

	test("if it would go elsewhere by now, nothing is allowed and the question is put anew", async () => {
		const answer = askConsent(discovery, "extraction");
		const asked = await question();
		const { providers } = host.state;
		const moved = { provider: "openai", baseUrl: "https://elsewhere.example", model: null } as const;
		providers.stored = { ...providers.stored, extraction: moved };
		await allow(asked);
		expect(providers.allowed.size).toBe(0);
		const again = useQuestion.getState().question;
		expect(again?.to.origin).toBe("https://elsewhere.example");
		again?.answer(false);
		expect(await answer).toBe(false);
	});
});

describe("work that needs consent", () => {
	test("is done again once it is allowed", async () => {
		const work = vi.fn().mockRejectedValueOnce(refused()).mockResolvedValueOnce("done");
		const done = withConsent(discovery, "chat", work);
		const asked = await question();
		if (asked) await allow(asked);
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
		expect(useQuestion.getState().question).toBeNull();
	});
});
