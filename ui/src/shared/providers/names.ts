import type { ProviderChoice, ProviderKind, ProviderTask } from "../../ipc/bindings";

/** Data on providers that is known without asking the host. */

/** Those that are somewhere. */
export type OnlineProvider = Exclude<ProviderKind, "offline">;

/** Those whose model answers in words, so that one can serve them all. */
export const tasks: readonly ProviderTask[] = ["extraction", "chat", "derivation"];
export const allTasks: readonly ProviderTask[] = [...tasks, "search"];

/** Returns the providers that can do a task; vectors are not made by all. */
export function kindsFor(task: ProviderTask): readonly ProviderKind[] {
	return task === "search" ? ["openai", "openai-compatible"] : ["offline", "anthropic", "openai", "openai-compatible"];
}

/** The addresses at which their makers serve them. */
const homes: Partial<Record<ProviderKind, string>> = {
	anthropic: "https://api.anthropic.com",
	openai: "https://api.openai.com/v1",
};

export function officialAddressOf(kind: ProviderKind): string {
	return homes[kind] ?? "";
}

/** Servers that speak Chat Completions, where they usually are. */
export const servers: readonly { name: string; baseUrl: string }[] = [
	{ name: "Ollama", baseUrl: "http://localhost:11434/v1" },
	{ name: "llama.cpp", baseUrl: "http://localhost:8080/v1" },
	{ name: "LM Studio", baseUrl: "http://localhost:1234/v1" },
	{ name: "vLLM", baseUrl: "http://localhost:8000/v1" },
	{ name: "OpenRouter", baseUrl: "https://openrouter.ai/api/v1" },
	{ name: "Groq", baseUrl: "https://api.groq.com/openai/v1" },
];

/** Scheme, host and port: what a key belongs to. Null while there is no whole address. */
export function originOf(choice: ProviderChoice): string | null {
	if (choice.provider === "offline") return null;
	const address = choice.baseUrl ?? officialAddressOf(choice.provider);
	return URL.canParse(address) ? new URL(address).origin : null;
}

/** The host, and the port where it is not the usual one. */
export function hostOf(address: string): string {
	return URL.canParse(address) ? new URL(address).host : address;
}

/** Returns whether an address is this very computer. The host decides what may be sent where; this only says it. */
export function isLocalAddress(address: string): boolean {
	if (!URL.canParse(address)) return false;
	const { hostname } = new URL(address);
	return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

export function isSameChoice(a: ProviderChoice, b: ProviderChoice): boolean {
	return a.provider === b.provider && a.baseUrl === b.baseUrl && a.model === b.model;
}
