import { describe, expect, test } from "vitest";
import {
	draftOf,
	isChanged,
	limitOf,
	settingsOf,
	withChoice,
	withKey,
	withPrice,
	withSameChoice,
} from "../../src/features/providers/draft.ts";
import { effectiveChoice } from "../../src/features/providers/overrides.ts";
import { priceOf, type TypedPrice, withAmount } from "../../src/features/providers/prices.ts";
import { formatJson, rawRequest, rowsOf } from "../../src/features/providers/requestText.ts";
import type { ProviderChoice, ProviderSettings, ProviderState } from "../../src/ipc/bindings.ts";
import { isLocalAddress, originOf } from "../../src/shared/providers/names.ts";

const offline: ProviderChoice = { provider: "offline", baseUrl: null, model: null };
const openai: ProviderChoice = { provider: "openai", baseUrl: null, model: "gpt" };
const settings: ProviderSettings = {
	extraction: offline,
	chat: openai,
	derivation: offline,
	search: offline,
	// As a 32-bit 0.4 comes over the wire.
	temperature: 0.400_000_006,
	maxTokens: 4096,
	contextThreshold: 50,
	limits: { maxHistory: 20, minSimilarity: 0.5, topK: 3, summarizes: true, limitsRate: false },
	prices: [],
};

describe("limits", () => {
	test.each([
		["temperature", "0.4", 0.4],
		["temperature", "0,4", 0.4],
		["temperature", " 2 ", 2],
		["temperature", "2.01", null],
		["temperature", "-1", null],
		["temperature", "", null],
		["temperature", "1e1", null],
		["maxTokens", "4096", 4096],
		["maxTokens", "0", null],
		["maxTokens", "1.5", null],
		["maxTokens", "1000001", null],
		["contextThreshold", "0", 0],
	] as const)("%s as “%s” is %s", (limit, typed, expected) => {
		expect(limitOf(limit, typed)).toBe(expected);
	});
});

describe("a draft", () => {
	test("that nobody changed saves what it came from, and asks nothing", () => {
		const draft = draftOf(settings);
		expect(isChanged(draft, settings)).toBe(false);
		expect(settingsOf(draft)).toEqual({ ...settings, temperature: 0.4 });
	});

	test("of one choice for all takes the one in view", () => {
		const draft = withSameChoice(draftOf(settings), true, "chat");
		expect(draft.choices).toEqual({ extraction: openai, chat: openai, derivation: openai, search: offline });
		expect(withChoice(draft, "chat", offline).choices.derivation).toEqual(offline);
		expect(withChoice(draft, "search", openai).choices).toEqual({ ...draft.choices, search: openai });
	});

	test("with a typed key is not saved yet, and without it is as before", () => {
		const typed = withKey(draftOf(settings), "https://a", openai, "k");
		expect(isChanged(typed, settings)).toBe(true);
		expect(isChanged(withKey(typed, "https://a", openai, ""), settings)).toBe(false);
	});
});

describe("a price", () => {
	const [origin, model] = ["https://a.example", "m"];
	const known = [
		{ origin, model, input: 2, output: 8, currency: "USD", since: "2026-11-01" },
		{ origin, model, input: 1, output: 4, currency: "USD", since: "2026-01-01" },
		{ origin, model: "other", input: 9, output: 9, currency: "USD", since: "2026-12-01" },
	];
	const priced = { ...settings, prices: known };
	const saved = (price: TypedPrice) => settingsOf(withPrice(draftOf(priced), price))?.prices;
	const newest = priceOf({}, known, origin, model);

	test("is the newest of its model", () => {
		expect(newest).toEqual({ origin, model, input: "2", output: "8", currency: "USD", since: "2026-11-01" });
		expect(priceOf({}, known, origin, "new").input).toBe("");
	});

	test("that changes holds from today on, beside the one that held before", () => {
		const next = withAmount(newest, "input", "2,50", new Date("2026-11-22T23:30:00Z"));
		expect(next.since).toBe("2026-11-22");
		expect(saved(next)).toEqual([
			...known,
			{ origin, model, input: 2.5, output: 8, currency: "USD", since: "2026-11-22" },
		]);
		expect(isChanged(withPrice(draftOf(priced), next), priced)).toBe(true);
		expect(isChanged(withPrice(draftOf(priced), newest), priced)).toBe(false);
	});

	test("of the same day takes the place of the other", () => {
		expect(saved({ ...newest, output: "7", currency: "eur" })).toEqual([
			...known.slice(1),
			{ origin, model, input: 2, output: 7, currency: "EUR", since: "2026-11-01" },
		]);
	});

	test("that is blank takes the model's prices away, and no other's", () => {
		expect(saved({ ...newest, input: "", output: " " })).toEqual(known.slice(2));
	});

	test.each([
		{ input: "" },
		{ output: "free" },
		{ input: "-1" },
		{ input: "1.0000001" },
		{ currency: "$" },
		{ since: "" },
		{ since: "2026-02-30" },
		{ since: "22.11.2026" },
	])("with %o is none, and nothing is saved", (part) => {
		expect(saved({ ...newest, ...part })).toBeUndefined();
	});
});

describe("what holds in this run", () => {
	const set: ProviderChoice = { provider: "openai-compatible", baseUrl: "http://localhost:1/v1", model: "llama" };
	const far: ProviderChoice = { ...set, baseUrl: "http://localhost:2/v1", model: null };
	const state = (variables: string[], effective: ProviderChoice): ProviderState => ({
		stored: settings,
		effective: { ...settings, extraction: effective, chat: effective, derivation: effective },
		variables,
	});

	test.each([
		["no variable", state([], openai), openai, openai],
		["another provider", state(["FACTLY_PROVIDER"], openai), offline, openai],
		[
			"the same provider keeps its model",
			state(["FACTLY_PROVIDER"], openai),
			{ ...openai, model: "x" },
			{ ...openai, model: "x" },
		],
		["a model", state(["FACTLY_MODEL"], openai), { ...openai, model: "x" }, openai],
		["another server than the one that is set, which has models of its own", state(["FACTLY_BASE_URL"], far), set, far],
		["the server that is set", state(["FACTLY_BASE_URL"], { ...set, model: "m" }), set, set],
		["a model says nothing of what is built in", state(["FACTLY_MODEL"], openai), offline, offline],
	])("%s", (_, given, written, expected) => {
		expect(effectiveChoice(given, "chat", written)).toEqual(expected);
	});

	test("of the search no variable says anything but that nothing is sent", () => {
		expect(
			effectiveChoice(state(["FACTLY_PROVIDER", "FACTLY_BASE_URL", "FACTLY_MODEL"], far), "search", openai),
		).toEqual(openai);
		expect(effectiveChoice(state(["FACTLY_PROVIDER"], offline), "search", openai)).toEqual(offline);
	});
});

describe("addresses", () => {
	test.each([
		[openai, "https://api.openai.com"],
		[{ ...openai, baseUrl: "https://API.example:8443/v1" }, "https://api.example:8443"],
		[{ ...openai, baseUrl: "exam" }, null],
		[offline, null],
	])("a key belongs to scheme, host and port: %o", (choice, origin) => {
		expect(originOf(choice)).toBe(origin);
	});

	test.each([
		["http://localhost:11434", true],
		["http://127.9.9.9:1", true],
		["http://[::1]:8080", true],
		["http://localhost.example.com", false],
		["http://127.0.0.1.example.com", false],
	])("%s is this computer: %s", (address, here) => {
		expect(isLocalAddress(address)).toBe(here);
	});
});

describe("a request to look at", () => {
	test("is laid out with the line breaks of its texts, and no other escape is touched", () => {
		expect(formatJson('{"a":"one\\ntwo \\\\n \\"q\\""}')).toBe('{\n  "a": "one\n    two \\\\n \\"q\\""\n}');
		expect(formatJson("no JSON")).toBeNull();
	});

	test("is cut into rows that lose nothing, and never inside a character", () => {
		const long = `${"x".repeat(599)}😀${"y".repeat(700)}`;
		const rows = rowsOf(`a\n\n${long}`);
		expect(rows.slice(0, 2)).toEqual(["a", ""]);
		expect(rows.slice(2).join("")).toBe(long);
		expect(rows.some((row) => /\p{Surrogate}/u.test(row))).toBe(false);
	});

	test("is copied as it went out", () => {
		expect(rawRequest({ url: "https://a/v1", headers: "x: y", body: "{}" })).toBe("POST https://a/v1\nx: y\n\n{}");
	});
});
