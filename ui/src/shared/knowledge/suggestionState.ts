import { create } from "zustand";
import { words } from "../../i18n/useWords";
import { type Addition, commands, type Enrichment, type KnowledgeBlock } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { asAppError } from "../../ipc/error";
import { withConsent } from "../../state/consent";
import { offerUndo } from "../../state/history";
import { runTask } from "../../state/tasks";
import { reportError } from "../../state/toasts";

/**
 * A model's suggestions for additions to the current state, on demand. They are kept here and nowhere else until the
 * analyst takes them over; outside the panel, so that closing that loses nothing.
 */

export type SuggestionState =
	| { is: "asking" }
	| { is: "without a model" }
	| { is: "failed"; error: unknown }
	/** With the texts that were dismissed. */
	| { is: "found"; found: Enrichment; dismissed: readonly string[] };

/** By discovery and item. */
const useSuggesting = create<{ at: Readonly<Record<string, SuggestionState>> }>()(() => ({ at: {} }));

const placeOf = (discovery: string, item: string | null) => `${discovery} ${item ?? ""}`;

export function useSuggestions(discovery: string, item: string | null): SuggestionState | null {
	return useSuggesting(({ at }) => at[placeOf(discovery, item)]) ?? null;
}

function put(discovery: string, item: string | null, now: SuggestionState | null): void {
	useSuggesting.setState(({ at }) => {
		const { [placeOf(discovery, item)]: _, ...others } = at;
		return { at: now === null ? others : { ...others, [placeOf(discovery, item)]: now } };
	});
}

/** Asks the model that is set, once the analyst has seen to whom it goes. */
export async function requestSuggestions(discovery: string, item: string | null): Promise<void> {
	try {
		const to = await call(commands.wouldSend(discovery, "derivation"));
		if (to === null) return put(discovery, item, { is: "without a model" });
		put(discovery, item, { is: "asking" });
		const title = words("knowledge.asking", { model: to.model ?? to.origin });
		const found = await withConsent(discovery, "derivation", () =>
			runTask(title, (task) => call(commands.enrichAsk(discovery, item, task))),
		);
		put(discovery, item, found && { is: "found", found, dismissed: [] });
	} catch (error) {
		const isCalledOff = asAppError(error).code === "cancelled";
		put(discovery, item, isCalledOff ? null : { is: "failed", error });
	}
}

export function closeSuggestions(discovery: string, item: string | null): void {
	put(discovery, item, null);
}

export function dismissSuggestion(discovery: string, item: string | null, { text }: Addition): void {
	const now = useSuggesting.getState().at[placeOf(discovery, item)];
	if (now?.is === "found") put(discovery, item, { ...now, dismissed: [...now.dismissed, text] });
}

/** All of what is taken over is one step. */
export async function acceptSuggestions(
	discovery: string,
	item: string | null,
	taken: readonly Addition[],
	model: string,
): Promise<void> {
	try {
		const done = await call(commands.enrichTake(discovery, item, [...taken], model));
		offerUndo(discovery, done, words("knowledge.took", { count: taken.length }));
	} catch (error) {
		reportError(error);
	}
}

/** Returns the additions that wait to be decided: neither dismissed nor in their block, so that an undone one waits
 * again. */
export function pendingSuggestions(
	{ found, dismissed }: Extract<SuggestionState, { is: "found" }>,
	blocks: KnowledgeBlock[],
): Addition[] {
	const isInBlock = ({ block, text }: Addition) =>
		blocks.some(({ key, lines }) => key === block && lines.some((line) => line.factId === null && line.text === text));
	return found.proposed.filter((one) => !dismissed.includes(one.text) && !isInBlock(one));
}
