import { create } from "zustand";
import { commands, type Kind } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import type { Label } from "../../ipc/label";
import { isOnMap, useNavigation } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import { reportError } from "../../state/toasts";
import { inHand } from "./hand";

/** A card that is being made, from wherever something is selected that it may rest on. */

export type MadeKind = Exclude<Kind, "input" | "fact">;

interface Making {
	asked: { kind: MadeKind; from: readonly Label[] } | null;
}

export const useMaking = create<Making>()(() => ({ asked: null }));

/** Asks for the words of a new card that rests on these. */
export function make(kind: MadeKind, from: readonly Label[]): void {
	useMaking.setState({ asked: { kind, from } });
}

export function doneMaking(): void {
	useMaking.setState({ asked: null });
}

/** As `make`, on what is selected in the window. */
export async function makeOnSelected(kind: MadeKind): Promise<void> {
	try {
		make(kind, await selectedLabels());
	} catch (error) {
		reportError(error);
	}
}

async function selectedLabels(): Promise<Label[]> {
	if (isOnMap(useNavigation.getState().view)) return inHand();
	const { label, factId } = useSelection.getState();
	if (label !== null) return [label];
	return factId === null ? [] : [(await call(commands.factDetail(factId))).fact.label];
}

/** What was begun of a kind and left: it stands there when it is asked for again. */
const drafts = new Map<Kind, string>();

export function madeDraft(kind: Kind) {
	return { text: drafts.get(kind) ?? "", keep: (text: string) => void drafts.set(kind, text) };
}
