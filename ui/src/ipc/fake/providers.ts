import type { KeyPlace, ProviderChoice, ProviderSettings, ProviderTask, SendTo } from "../bindings";
import { fault, type Notify } from "./reply";

const OFFLINE: ProviderChoice = { provider: "offline", baseUrl: null, model: null };
const HOMES = { anthropic: "https://api.anthropic.com", openai: "https://api.openai.com/v1" } as const;

/** Providers that answer at once, and a keyring that always opens. No key is kept: only where it is. */
export function providerHandlers(notify: Notify) {
	let settings: ProviderSettings = {
		extraction: OFFLINE,
		chat: OFFLINE,
		derivation: OFFLINE,
		temperature: 0.4,
		maxTokens: 4096,
		contextThreshold: 50,
	};
	const keys = new Set<string>();
	const allowed = new Set<string>();

	const state = () => ({ stored: settings, effective: settings, variables: [] });
	const place = (choice: ProviderChoice): KeyPlace => ({ place: keys.has(originOf(choice)) ? "keyring" : "none" });
	const wouldSend = ({ discovery, task }: { discovery: string; task: ProviderTask }): SendTo | null => {
		const choice = settings[task];
		if (choice.provider === "offline") return null;
		const origin = originOf(choice);
		return { provider: choice.provider, origin, model: choice.model, isAllowed: allowed.has(`${discovery} ${origin}`) };
	};

	return {
		providerSettings: state,
		providerSet: ({ settings: next }: { settings: ProviderSettings }) => {
			for (const choice of [next.extraction, next.chat, next.derivation]) originOf(choice);
			settings = next;
			notify(null, "preferences");
			return state();
		},
		providerKeyPlace: ({ choice }: { choice: ProviderChoice }) => place(choice),
		providerKeySet: ({ choice }: { choice: ProviderChoice; key: string }) => {
			keys.add(originOf(choice));
			return place(choice);
		},
		providerKeyClear: ({ choice }: { choice: ProviderChoice }) => {
			keys.delete(originOf(choice));
			return place(choice);
		},
		providerModels: () => [{ id: "model-a", title: null }],
		providerTest: ({ choice }: { choice: ProviderChoice; task: string }) => ({
			model: choice.provider === "offline" ? null : (choice.model ?? "model-a"),
			models: [{ id: "model-a", title: null }],
			tookMs: 120,
			error: null,
		}),
		providerDetect: () => [
			{ name: "Ollama", baseUrl: "http://127.0.0.1:11434/v1", models: [{ id: "model-a", title: null }] },
		],
		wouldSend,
		allowSending: (asked: { discovery: string; task: ProviderTask }) => {
			const to = wouldSend(asked);
			if (to) allowed.add(`${asked.discovery} ${to.origin}`);
			return wouldSend(asked);
		},
		forbidSending: ({ discovery }: { discovery: string }) => {
			for (const key of allowed) if (key.startsWith(discovery)) allowed.delete(key);
			return null;
		},
		sentRequests: () => [],
		sentRequest: () => {
			throw fault("not_found", "There is no such request.", "Look again.");
		},
	};
}

function originOf({ provider, baseUrl }: ProviderChoice): string {
	if (provider === "offline") return "";
	const home = provider === "openai-compatible" ? undefined : HOMES[provider];
	const url = baseUrl ?? home;
	if (!url) throw fault("invalid", "An OpenAI-compatible server needs its base URL.", "Enter it.");
	return new URL(url).origin;
}
