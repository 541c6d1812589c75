import type { ChatLimits, ProviderChoice, ProviderPrice, ProviderSettings, ProviderTask } from "../../ipc/bindings";
import { allTasks, isSameChoice } from "../../shared/providers/names";
import type { Limit } from "./overrides";
import { priceKey, priceOf, pricesOf, type TypedPrice } from "./prices";

/** The draft of the settings, until it is saved. */
export interface Draft {
	choices: Record<ProviderTask, ProviderChoice>;
	/** One choice for all tasks but the search. */
	same: boolean;
	/** As typed. */
	limits: Record<Limit, string>;
	/** The limits that are set elsewhere. */
	flags: Pick<ChatLimits, "summarizes" | "limitsRate">;
	/** Keys that were typed and not kept yet, by the address that they belong to. */
	keys: Readonly<Record<string, { choice: ProviderChoice; key: string }>>;
	/** Those that are saved. */
	known: readonly ProviderPrice[];
	/** Those that were typed, each by its address and model. */
	prices: Readonly<Record<string, TypedPrice>>;
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
	maxHistory: { least: 4, most: 400, whole: true },
	minSimilarity: { least: 0, most: 1, whole: false },
	topK: { least: 1, most: 20, whole: true },
};

/** A limit as it is set. */
export function limitIn(settings: ProviderSettings, limit: Limit): number {
	switch (limit) {
		case "maxHistory":
		case "minSimilarity":
		case "topK":
			return settings.limits[limit] ?? 0;
		default:
			return settings[limit] ?? 0;
	}
}

export function draftOf(settings: ProviderSettings): Draft {
	const { extraction, chat, derivation, search } = settings;
	return {
		choices: { extraction, chat, derivation, search },
		same: isSameChoice(extraction, chat) && isSameChoice(chat, derivation),
		limits: {
			temperature: written(limitIn(settings, "temperature")),
			maxTokens: written(limitIn(settings, "maxTokens")),
			contextThreshold: written(limitIn(settings, "contextThreshold")),
			maxHistory: written(limitIn(settings, "maxHistory")),
			minSimilarity: written(limitIn(settings, "minSimilarity")),
			topK: written(limitIn(settings, "topK")),
		},
		flags: settings.limits,
		keys: {},
		known: settings.prices,
		prices: {},
	};
}

/** Returns the settings that a draft would save; null while a limit is no number within its bounds, or a price none. */
export function settingsOf({ choices, limits, flags, known, prices: typed }: Draft): ProviderSettings | null {
	const of = (limit: Limit) => limitOf(limit, limits[limit]);
	const [temperature, maxTokens, contextThreshold] = [of("temperature"), of("maxTokens"), of("contextThreshold")];
	const [maxHistory, minSimilarity, topK] = [of("maxHistory"), of("minSimilarity"), of("topK")];
	const prices = pricesOf(typed, known);
	if (temperature === null || maxTokens === null || contextThreshold === null || prices === null) return null;
	if (maxHistory === null || minSimilarity === null || topK === null) return null;
	const { summarizes, limitsRate } = flags;
	const chat = { maxHistory, minSimilarity, topK, summarizes, limitsRate };
	return { ...choices, temperature, maxTokens, contextThreshold, limits: chat, prices: [...prices] };
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
	const { search } = draft.choices;
	if (!draft.same || task === "search") return { ...draft, choices: { ...draft.choices, [task]: choice } };
	return { ...draft, choices: { extraction: choice, chat: choice, derivation: choice, search } };
}

/** One choice for all is that of `task`. */
export function withSameChoice(draft: Draft, same: boolean, task: ProviderTask): Draft {
	const next = { ...draft, same };
	return same ? withChoice(next, task, draft.choices[task]) : next;
}

export function withKey(draft: Draft, origin: string, choice: ProviderChoice, key: string): Draft {
	const { [origin]: _, ...others } = draft.keys;
	return { ...draft, keys: key === "" ? others : { ...others, [origin]: { choice, key } } };
}

export function withPrice(draft: Draft, price: TypedPrice): Draft {
	return { ...draft, prices: { ...draft.prices, [priceKey(price.origin, price.model)]: price } };
}

export function isChanged(draft: Draft, settings: ProviderSettings): boolean {
	const before = draftOf(settings);
	const limits = Object.keys(bounds) as Limit[];
	return (
		Object.keys(draft.keys).length > 0 ||
		Object.values(draft.prices).some(
			(price) => !isSamePrice(price, priceOf({}, draft.known, price.origin, price.model)),
		) ||
		allTasks.some((task) => !isSameChoice(draft.choices[task], before.choices[task])) ||
		limits.some((limit) => limitOf(limit, draft.limits[limit]) !== limitOf(limit, before.limits[limit]))
	);
}

function isSamePrice(a: TypedPrice, b: TypedPrice): boolean {
	return a.input === b.input && a.output === b.output && a.currency === b.currency && a.since === b.since;
}

/** Without the tail that a 32-bit number has as a 64-bit one. */
function written(number: number): string {
	return String(Math.round(number * 1000) / 1000);
}
