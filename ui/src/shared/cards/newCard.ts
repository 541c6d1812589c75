import { create } from "zustand";
import { commands, type Kind } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import type { Label } from "../../ipc/label";
import { isMapView, useNavigation } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import { reportError } from "../../state/toasts";
import { selectedLabels } from "./cardSelection";

/** A card that is being made, from wherever something is selected that it may rest on. */

export type CreatableKind = Exclude<Kind, "input" | "fact">;

interface NewCard {
	request: { kind: CreatableKind; from: readonly Label[] } | null;
}

export const useNewCard = create<NewCard>()(() => ({ request: null }));

/** Asks for the words of a new card that rests on these. */
export function openNewCard(kind: CreatableKind, from: readonly Label[]): void {
	useNewCard.setState({ request: { kind, from } });
}

export function closeNewCard(): void {
	useNewCard.setState({ request: null });
}

/** As `openNewCard`, on what is selected in the window. */
export async function openNewCardOnSelection(kind: CreatableKind): Promise<void> {
	try {
		openNewCard(kind, await labelsToRestOn());
	} catch (error) {
		reportError(error);
	}
}

async function labelsToRestOn(): Promise<Label[]> {
	if (isMapView(useNavigation.getState().view)) return selectedLabels();
	const { label, factId } = useSelection.getState();
	if (label !== null) return [label];
	return factId === null ? [] : [(await call(commands.factDetail(factId))).fact.label];
}

/** Texts that were begun and left, by kind: the form shows them when it is opened again. */
const drafts = new Map<Kind, string>();

export function newCardDraft(kind: Kind) {
	return { text: drafts.get(kind) ?? "", keep: (text: string) => void drafts.set(kind, text) };
}
