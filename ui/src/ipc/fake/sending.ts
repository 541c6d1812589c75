import type {
	ProviderChoice,
	ProviderSettings,
	ProviderState,
	ProviderTask,
	SendTo,
	SentRequest,
	SentRequestView,
} from "../bindings";
import { fault } from "./reply";
import { fakeId } from "./rng";
import type { FakeState } from "./state";

/** Who answers in the fake host, who may see what, and what was sent. No key is kept: only where it is. */

export interface FakeProviders {
	stored: ProviderSettings;
	/** What environment variables would say, by their names. */
	environment: Readonly<Record<string, string>>;
	/** Why the keyring takes no key; null when it does. */
	keyringTrouble: string | null;
	/** Origins that have a key, and why it is not in the keyring. */
	keys: Map<string, string | null>;
	/** "discovery origin". */
	allowed: Set<string>;
	sent: { discovery: string; view: SentRequestView }[];
	/** What is wrong with the servers; null when they answer. */
	serverTrouble: "key_needed" | "unreachable" | null;
}

const OFFLINE: ProviderChoice = { provider: "offline", baseUrl: null, model: null };
const HOMES = { anthropic: "https://api.anthropic.com", openai: "https://api.openai.com/v1" } as const;

export function noProviders(): FakeProviders {
	return {
		stored: {
			extraction: OFFLINE,
			chat: OFFLINE,
			derivation: OFFLINE,
			temperature: 0.4,
			maxTokens: 4096,
			contextThreshold: 50,
			limits: { maxHistory: 20, minSimilarity: 0.5, topK: 3, summarizes: true, limitsRate: false },
			prices: [],
		},
		environment: {},
		keyringTrouble: null,
		keys: new Map(),
		allowed: new Set(),
		sent: [],
		serverTrouble: null,
	};
}

export function providerState({ stored, environment }: FakeProviders): ProviderState {
	const choose = (choice: ProviderChoice): ProviderChoice => {
		const kind = (environment.FACTLY_PROVIDER ?? choice.provider) as ProviderChoice["provider"];
		const base = kind === choice.provider ? choice : { ...OFFLINE, provider: kind };
		if (kind === "offline") return base;
		const baseUrl = environment.FACTLY_BASE_URL ?? base.baseUrl;
		// A model of the settings is asked of no other server than theirs.
		const isTheirs = !base.baseUrl || !baseUrl || new URL(base.baseUrl).origin === new URL(baseUrl).origin;
		return { provider: kind, baseUrl, model: environment.FACTLY_MODEL ?? (isTheirs ? base.model : null) };
	};
	const effective = {
		extraction: choose(stored.extraction),
		chat: choose(stored.chat),
		derivation: choose(stored.derivation),
		temperature: Number(environment.LLM_TEMP_CHAT ?? stored.temperature),
		maxTokens: Number(environment.LLM_CHAT_MAX_TOKENS ?? stored.maxTokens),
		contextThreshold: Number(environment.CHAT_CONTEXT_THRESHOLD ?? stored.contextThreshold),
		limits: stored.limits,
		prices: stored.prices,
	};
	return { stored, effective, variables: Object.keys(environment) };
}

export function originOf({ provider, baseUrl }: ProviderChoice): string {
	if (provider === "offline") return "";
	const url = baseUrl ?? (provider === "openai-compatible" ? undefined : HOMES[provider]);
	if (!url)
		throw fault("invalid", "An OpenAI-compatible server needs its base URL.", "Ollama's is http://localhost:11434/v1.");
	const refused = (why: string) =>
		fault("invalid", `This base URL is refused: ${why}.`, "Use https, or http for a server on this machine.");
	if (!URL.canParse(url)) throw refused("relative URL without a base");
	const { protocol, hostname, origin } = new URL(url);
	if (protocol === "http:" && !["localhost", "127.0.0.1"].includes(hostname)) {
		throw refused("http is only for a server on this machine; use https");
	}
	if (!["http:", "https:"].includes(protocol)) throw refused("it is neither https nor http");
	return origin;
}

export function labelOf(state: FakeState): string {
	const { extraction, chat, derivation } = providerState(state.providers).effective;
	const origins = [extraction, chat, derivation].map(originOf).filter((origin) => origin !== "");
	return [...new Set(origins.map((origin) => new URL(origin).host))].toSorted().join(", ") || "Offline";
}

export function sendTo({ providers }: FakeState, discovery: string, task: ProviderTask): SendTo | null {
	const choice = providerState(providers).effective[task];
	if (choice.provider === "offline") return null;
	const origin = originOf(choice);
	const isAllowed = providers.allowed.has(`${discovery} ${origin}`);
	return { provider: choice.provider, origin, model: choice.model, isAllowed };
}

/** Refuses what was not allowed; null where nothing leaves. */
export function allowed(state: FakeState, discovery: string, task: ProviderTask): SendTo | null {
	const to = sendTo(state, discovery, task);
	if (to === null || to.isAllowed) return to;
	throw fault(
		"consent_needed",
		`The text of this discovery would go to ${to.origin}.`,
		"Allow it for this discovery first.",
		"Nothing was sent.",
	);
}

/** Records what a model would have been sent, if that is allowed. */
export function send(
	state: FakeState,
	discovery: string,
	task: ProviderTask,
	text: string,
	message: string | null = null,
): void {
	const to = allowed(state, discovery, task);
	if (to === null) return;
	const serial = state.nextSerial++;
	const at = state.clock++;
	const body = {
		model: to.model ?? "model-a",
		max_tokens: 8192,
		stream: true,
		messages: [{ role: "user", content: `Find the facts in the bundle.\n\nRules:\n- Must not infer.\n\n${text}` }],
	};
	const request = {
		id: fakeId(8, serial),
		cursor: serial,
		task,
		message,
		provider: to.provider,
		model: to.model ?? "model-a",
		answeredBy: null,
		url: `${to.origin}/v1/chat/completions`,
		sentAt: at,
		endedAt: at + 2300,
		status: 200,
		outcome: "stop",
		inputTokens: 1840 + Math.round(text.length / 4),
		outputTokens: 412,
		cost: to.origin.startsWith("https") ? { amount: 0.00231, currency: "USD", byPriceOf: null } : null,
		error: null,
	};
	const headers = "content-type: application/json\nauthorization: Bearer ***";
	state.providers.sent.unshift({ discovery, view: { request, headers, body: JSON.stringify(body) } });
}

/** What a request cost, as the host reckons it: what the server says comes first. */
export function priced({ stored }: FakeProviders, request: SentRequest): SentRequest {
	if (request.cost !== null) return request;
	const { origin } = new URL(request.url);
	const day = new Date(request.sentAt).toISOString().slice(0, 10);
	const held = stored.prices.filter(
		(price) => price.origin === origin && price.model === request.model && price.since <= day,
	);
	const price = held.toSorted((a, b) => a.since.localeCompare(b.since)).at(-1);
	if (!price) return request;
	const { inputTokens, outputTokens } = request;
	const amount = ((inputTokens ?? 0) * (price.input ?? 0) + (outputTokens ?? 0) * (price.output ?? 0)) / 1_000_000;
	return { ...request, cost: { amount, currency: price.currency, byPriceOf: price.since } };
}

/** The requests that a message of the chat took, in order. */
export function requestsOf({ providers }: FakeState, message: string): SentRequest[] {
	const requests = providers.sent.map(({ view }) => priced(providers, view.request));
	return requests.filter((request) => request.message === message).toReversed();
}

/** A library that has sent something to a server on this computer and to one that is not. */
export function addProvider(state: FakeState): void {
	const [discovery] = state.content.discoveries;
	if (!discovery) return;
	const { providers } = state;
	const local: ProviderChoice = {
		provider: "openai-compatible",
		baseUrl: "http://localhost:11434/v1",
		model: "model-a",
	};
	const hosted: ProviderChoice = { provider: "openai", baseUrl: null, model: "gpt-4.1-mini" };
	providers.stored = { ...providers.stored, extraction: local, chat: hosted, derivation: hosted };
	providers.keys.set(originOf(hosted), null);
	for (const choice of [local, hosted]) providers.allowed.add(`${discovery.id} ${originOf(choice)}`);
	for (const input of state.content.inputs) send(state, discovery.id, "extraction", input.text);
	send(state, discovery.id, "chat", "What supports R-1?");
}
