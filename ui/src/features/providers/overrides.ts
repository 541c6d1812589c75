import type { ProviderChoice, ProviderState, ProviderTask } from "../../ipc/bindings";
import { originOf, tasks } from "../../shared/providers/names";

/** Settings that the environment replaces, for this run. */

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
export function overridingVariable(state: ProviderState, part: Part | Limit): string | null {
	const variable = variableOf[part];
	return state.variables.includes(variable) ? variable : null;
}

/** Returns the values in effect in this run of a choice that is being made. */
export function effectiveChoice(state: ProviderState, task: ProviderTask, choice: ProviderChoice): ProviderChoice {
	const effective = state.effective[task];
	// The variables name a model that talks. That nothing is to be sent holds for all.
	if (task === "search")
		return overridingVariable(state, "provider") && effectiveProvider(state) === undefined ? effective : choice;
	// The environment's provider takes nothing of another's address and model.
	if (overridingVariable(state, "provider") && effective.provider !== choice.provider) return effective;
	if (choice.provider === "offline") return choice;
	const environmentChoice = effectiveProvider(state);
	return {
		provider: choice.provider,
		baseUrl: overridingVariable(state, "baseUrl") ? (environmentChoice?.baseUrl ?? null) : choice.baseUrl,
		model: overridingVariable(state, "model")
			? (environmentChoice?.model ?? null)
			: isServerOverridden(state, choice)
				? null
				: choice.model,
	};
}

/** Returns whether the environment names another server than the settings, of whose models theirs is none. */
export function isServerOverridden(state: ProviderState, choice: ProviderChoice): boolean {
	if (!overridingVariable(state, "baseUrl") || choice.baseUrl === null || choice.provider === "offline") return false;
	const environmentChoice = effectiveProvider(state);
	return environmentChoice !== undefined && originOf(environmentChoice) !== originOf(choice);
}

/** A choice that holds in this run and is somewhere. */
function effectiveProvider({ effective }: ProviderState): ProviderChoice | undefined {
	return tasks.map((task) => effective[task]).find(({ provider }) => provider !== "offline");
}
