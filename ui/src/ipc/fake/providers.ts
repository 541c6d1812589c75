import type {
	AppError,
	KeyPlace,
	ProviderChoice,
	ProviderModel,
	ProviderSettings,
	ProviderTask,
	ProviderVerdict,
} from "../bindings";
import { fault, found, type Handlers, type Notify } from "./reply";
import { originOf, priced, providerState, sendTo } from "./sending";
import type { FakeState } from "./state";

const MODELS: ProviderModel[] = ["model-a", "model-b", "nomic-embed-text"].map((id) => ({ id, title: null }));
const PAGE = 50;

/** Providers that answer at once, unless `providers.serverTrouble` says otherwise, and a keyring that opens. */
export function providerHandlers(state: FakeState, notify: Notify) {
	const { providers } = state;
	const place = (choice: ProviderChoice): KeyPlace => {
		const origin = originOf(choice);
		const variable = choice.provider === "openai" ? "OPENAI_API_KEY" : "ANTHROPIC_API_KEY";
		if (choice.provider !== "offline" && variable in providers.environment) return { place: "environment", variable };
		const because = providers.keys.get(origin);
		if (because === undefined) return { place: "none" };
		return because === null ? { place: "keyring" } : { place: "this_run", because };
	};
	const troubleOf = (choice: ProviderChoice): AppError | null => {
		const origin = originOf(choice);
		const isHere = origin.startsWith("http:");
		if (providers.serverTrouble === "unreachable") {
			return fault(
				"unreachable",
				`Nobody answers at ${origin}.`,
				"Check the base URL and the network, or start the local server.",
			);
		}
		if (providers.serverTrouble === "key_needed" || (!isHere && place(choice).place === "none")) {
			return fault("key_needed", `There is no key for ${origin}.`, "Give the provider's key in the settings.");
		}
		return null;
	};
	const view = (id: string) => found(providers.sent.find((one) => one.view.request.id === id)?.view, "The request");

	return {
		providerSettings: () => providerState(providers),
		providerSet: ({ settings: next }: { settings: ProviderSettings }) => {
			for (const choice of [next.extraction, next.chat, next.derivation]) originOf(choice);
			providers.stored = next;
			notify(null, "preferences");
			return providerState(providers);
		},
		providerKeyPlace: ({ choice }: { choice: ProviderChoice }) => place(choice),
		providerKeySet: ({ choice }: { choice: ProviderChoice; key: string }) => {
			providers.keys.set(originOf(choice), providers.keyringTrouble);
			notify(null, "preferences");
			return place(choice);
		},
		providerKeyClear: ({ choice }: { choice: ProviderChoice }): KeyPlace => {
			const because = providers.keyringTrouble;
			if (because !== null && providers.keys.get(originOf(choice)) === null) return { place: "unknown", because };
			providers.keys.delete(originOf(choice));
			notify(null, "preferences");
			return place(choice);
		},
		providerModels: ({ choice }: { choice: ProviderChoice }) => {
			const trouble = troubleOf(choice);
			if (trouble) throw trouble;
			return MODELS;
		},
		providerTest: async ({ choice, task }: { choice: ProviderChoice; task: string }): Promise<ProviderVerdict> => {
			for (let step = 0; step < 8; step++) {
				const stopped = state.cancelled.delete(task);
				if (stopped)
					return { model: null, models: [], tookMs: 40, error: fault("cancelled", "The task was cancelled.") };
				await new Promise((resolve) => setTimeout(resolve, 40));
			}
			const error = troubleOf(choice);
			return { model: choice.model ?? "model-a", models: error ? [] : MODELS, tookMs: 1240, error };
		},
		providerDetect: () =>
			providers.serverTrouble === "unreachable"
				? []
				: [{ name: "Ollama", baseUrl: "http://127.0.0.1:11434/v1", models: MODELS }],
		wouldSend: ({ discovery, task }: { discovery: string; task: ProviderTask }) => sendTo(state, discovery, task),
		allowSending: ({ discovery, task }: { discovery: string; task: ProviderTask }) => {
			const to = sendTo(state, discovery, task);
			if (to) providers.allowed.add(`${discovery} ${to.origin}`);
			notify(discovery, "discovery");
			return sendTo(state, discovery, task);
		},
		forbidSending: ({ discovery }: { discovery: string }) => {
			for (const key of providers.allowed) if (key.startsWith(discovery)) providers.allowed.delete(key);
			notify(discovery, "discovery");
			return null;
		},
		sentRequests: ({ discovery, before }: { discovery: string; before: number | null }) =>
			providers.sent
				.filter((one) => one.discovery === discovery && (before === null || one.view.request.cursor < before))
				.slice(0, PAGE)
				.map((one) => priced(providers, one.view.request)),
		sentRequest: ({ request }: { request: string }) => {
			const sent = view(request);
			return { ...sent, request: priced(providers, sent.request) };
		},
	} satisfies Handlers<
		| "providerSettings"
		| "providerSet"
		| "providerKeyPlace"
		| "providerKeySet"
		| "providerKeyClear"
		| "providerModels"
		| "providerTest"
		| "providerDetect"
		| "wouldSend"
		| "allowSending"
		| "forbidSending"
		| "sentRequests"
		| "sentRequest"
	>;
}
