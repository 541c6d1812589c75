import { create } from "zustand";
import type { AppError, OutputType } from "../../../ipc/bindings";
import type { DuplicateResult } from "../../../shared/cards/duplicateResult";

/** The analyst's unfinished actions on cards. They stay while the list is scrolled and the panel is closed. */

/** A card that is written in before it is confirmed. */
export interface CardDraft {
	text: string;
	/** Labels as they are typed. */
	links: string;
	outputType: OutputType | null;
}

interface Deciding {
	drafts: Readonly<Record<string, CardDraft>>;
	/** Cards, or the messages of batches, that the host is at work on. */
	busy: ReadonlySet<string>;
	/** Cards that are no longer what was confirmed; they are shown as they are now. */
	changed: ReadonlySet<string>;
	/** The reason that the host refused, where the card itself does not say so. */
	refused: Readonly<Record<string, AppError>>;
	/** The duplicates of a card's addition. */
	duplicates: Readonly<Record<string, DuplicateResult>>;
}

export const useDeciding = create<Deciding>()(() => ({
	drafts: {},
	busy: new Set(),
	changed: new Set(),
	refused: {},
	duplicates: {},
}));

export function draftCard(card: string, draft: CardDraft | null): void {
	useDeciding.setState(({ drafts }) => ({ drafts: withEntry(drafts, card, draft) }));
}

export function setDuplicates(card: string, found: DuplicateResult | null): void {
	useDeciding.setState((now) => ({
		duplicates: withEntry(now.duplicates, card, found && found.duplicates.length > 0 ? found : null),
	}));
}

/** Does something to a card, unless something is being done to it: a second press does nothing. */
export async function runExclusively<T>(card: string, work: () => Promise<T>): Promise<T | undefined> {
	const { busy } = useDeciding.getState();
	if (busy.has(card)) return undefined;
	useDeciding.setState(({ changed, refused }) => ({
		busy: new Set([...busy, card]),
		changed: new Set([...changed].filter((one) => one !== card)),
		refused: withEntry(refused, card, null),
	}));
	try {
		return await work();
	} finally {
		useDeciding.setState((now) => ({ busy: new Set([...now.busy].filter((one) => one !== card)) }));
	}
}

export function markChanged(card: string): void {
	useDeciding.setState(({ changed }) => ({ changed: new Set([...changed, card]) }));
}

export function markRefused(card: string, error: AppError): void {
	useDeciding.setState(({ refused }) => ({ refused: withEntry(refused, card, error) }));
}

function withEntry<T>(record: Readonly<Record<string, T>>, key: string, value: T | null): Record<string, T> {
	const rest = Object.fromEntries(Object.entries(record).filter(([one]) => one !== key));
	return value === null ? rest : { ...rest, [key]: value };
}
