import type { ProviderChoice, ProviderSettings, ProviderTask } from "../../ipc/bindings";
import { isSameChoice, tasks } from "./names";
import type { Limit } from "./overrides";

/** What is being written in the settings, until it is saved. */
export interface Draft {
	choices: Record<ProviderTask, ProviderChoice>;
	/** One choice for all tasks. */
	same: boolean;
	/** As typed. */
	limits: Record<Limit, string>;
	/** Keys that were typed and not kept yet, by the address that they belong to. */
	keys: Readonly<Record<string, { choice: ProviderChoice; key: string }>>;
}

interface Bounds {
	least: number;
	most: number;
	whole: boolean;
}

export const bounds: Record<Limit, Bounds> = {
	temperature: { least: 0, most: 2, whole: false },
	maxTokens: { least: 1, most: 1_000_000, whole: true },
	contextThreshold: { least: 0, most: 1_000_000, whole: true },
};

export function draftOf(settings: ProviderSettings): Draft {
	const { extraction, chat, derivation } = settings;
	return {
		choices: { extraction, chat, derivation },
		same: isSameChoice(extraction, chat) && isSameChoice(chat, derivation),
		limits: {
			temperature: written(settings.temperature ?? 0),
			maxTokens: written(settings.maxTokens),
			contextThreshold: written(settings.contextThreshold),
		},
		keys: {},
	};
}

/** What a draft would save; null while a limit is no number within its bounds. */
export function settingsOf({ choices, limits }: Draft): ProviderSettings | null {
	const temperature = limitOf("temperature", limits.temperature);
	const maxTokens = limitOf("maxTokens", limits.maxTokens);
	const contextThreshold = limitOf("contextThreshold", limits.contextThreshold);
	if (temperature === null || maxTokens === null || contextThreshold === null) return null;
	return { ...choices, temperature, maxTokens, contextThreshold };
}

/** A number as people write it, with a comma or a point; null if it is none, or out of its bounds. */
export function limitOf(limit: Limit, typed: string): number | null {
	const { least, most, whole } = bounds[limit];
	const text = typed.trim().replace(",", ".");
	const number = Number(text);
	const isNumber = /^\d+(\.\d+)?$/.test(text) && (!whole || Number.isInteger(number));
	return isNumber && number >= least && number <= most ? number : null;
}

export function withChoice(draft: Draft, task: ProviderTask, choice: ProviderChoice): Draft {
	if (!draft.same) return { ...draft, choices: { ...draft.choices, [task]: choice } };
	return { ...draft, choices: { extraction: choice, chat: choice, derivation: choice } };
}

/** One choice for all is that of `task`. */
export function asSame(draft: Draft, same: boolean, task: ProviderTask): Draft {
	const next = { ...draft, same };
	return same ? withChoice(next, task, draft.choices[task]) : next;
}

export function withKey(draft: Draft, origin: string, choice: ProviderChoice, key: string): Draft {
	const { [origin]: _, ...others } = draft.keys;
	return { ...draft, keys: key === "" ? others : { ...others, [origin]: { choice, key } } };
}

export function isChanged(draft: Draft, settings: ProviderSettings): boolean {
	const before = draftOf(settings);
	const limits = Object.keys(bounds) as Limit[];
	return (
		Object.keys(draft.keys).length > 0 ||
		tasks.some((task) => !isSameChoice(draft.choices[task], before.choices[task])) ||
		limits.some((limit) => limitOf(limit, draft.limits[limit]) !== limitOf(limit, before.limits[limit]))
	);
}

/** Without the tail that a 32-bit number has as a 64-bit one. */
function written(number: number): string {
	return String(Math.round(number * 1000) / 1000);
}
