import type { ProviderChoice, ProviderSettings, ProviderState, ProviderTask } from "../../ipc/bindings";
import { originOf } from "../../shared/providers/names";

/** What the environment says in the place of a setting, for this run. */

export type Part = "provider" | "baseUrl" | "model";
export type Limit = "temperature" | "maxTokens" | "contextThreshold" | "maxHistory" | "minSimilarity" | "topK";

const variableOf: Record<Part | Limit, string> = {
	provider: "FACTLY_PROVIDER",
	baseUrl: "FACTLY_BASE_URL",
	model: "FACTLY_MODEL",
	temperature: "LLM_TEMP_CHAT",
	maxTokens: "LLM_CHAT_MAX_TOKENS",
	contextThreshold: "CHAT_CONTEXT_THRESHOLD",
	maxHistory: "MAX_CHAT_HISTORY",
	minSimilarity: "MIN_SIMILARITY",
	topK: "CHAT_TOP_K",
};

/** The variable that stands in the place of a setting; null where the setting itself holds. */
export function overriding(state: ProviderState, part: Part | Limit): string | null {
	const variable = variableOf[part];
	return state.variables.includes(variable) ? variable : null;
}

/** What holds in this run of a choice that is being made. */
export function inThisRun(state: ProviderState, task: ProviderTask, choice: ProviderChoice): ProviderChoice {
	const effective = state.effective[task];
	// The environment's provider takes nothing of another's address and model.
	if (overriding(state, "provider") && effective.provider !== choice.provider) return effective;
	if (choice.provider === "offline") return choice;
	const said = Object.values(state.effective).find(isSentTo);
	return {
		provider: choice.provider,
		baseUrl: overriding(state, "baseUrl") ? (said?.baseUrl ?? null) : choice.baseUrl,
		model: overriding(state, "model") ? (said?.model ?? null) : isElsewhere(state, choice) ? null : choice.model,
	};
}

/** Whether the environment names another server than the settings, of whose models theirs is none. */
export function isElsewhere(state: ProviderState, choice: ProviderChoice): boolean {
	if (!overriding(state, "baseUrl") || choice.baseUrl === null || choice.provider === "offline") return false;
	const said = Object.values(state.effective).find(isSentTo);
	return said !== undefined && originOf(said) !== originOf(choice);
}

function isSentTo(value: ProviderSettings[keyof ProviderSettings]): value is ProviderChoice {
	return typeof value === "object" && value !== null && "provider" in value && value.provider !== "offline";
}
