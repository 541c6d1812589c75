import { create } from "zustand";
import { number } from "../../i18n/format";
import { words } from "../../i18n/useWords";
import { commands, type Kind } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import type { Label } from "../../ipc/label";
import { askIfMany } from "../../state/manyFacts";
import { isMapView, useNavigation } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import { reportError } from "../../state/toasts";
import { selectedLabels } from "./cardSelection";
import { kindAfter, kindOf } from "./kinds";
import { openAsReport } from "./openAsReport";

/** A card that is being made, from wherever something is selected that it may rest on. */

export type CreatableKind = Exclude<Kind, "input">;
export type ConclusionKind = Exclude<CreatableKind, "fact">;

interface NewCardRequest {
	kind: CreatableKind;
	/** The selected labels: those of the column before are what it rests on. */
	from: readonly Label[];
	/** Called once it is there, as to untick what it was made of. */
	onMade?: (() => void) | undefined;
}

interface NewCard {
	request: NewCardRequest | null;
}

export const useNewCard = create<NewCard>()(() => ({ request: null }));

/** Asks for the words of a new card that rests on these. */
export function openNewCard(kind: CreatableKind, from: readonly Label[], onMade?: () => void): void {
	const shown = number(from.length);
	const question = () => ({ title: words("facts.manyMake", { shown }), yes: words("facts.manyMakeYes") });
	askIfMany(from.length, question, () => useNewCard.setState({ request: { kind, from, onMade } }));
}

/** The kind of card that may rest on these: they stand in one column, and it is in the next. */
export function nextKind(labels: readonly Label[]): ConclusionKind | null {
	const [kind, ...others] = new Set(labels.map(kindOf));
	if (kind === undefined || kind === "input" || others.length > 0) return null;
	return kindAfter(kind) as ConclusionKind | null;
}

/** The Output that is selected alone, which opens as a report. */
export function onlyOutput(labels: readonly Label[]): Label | null {
	const [label, ...others] = labels;
	return label !== undefined && others.length === 0 && kindOf(label) === "output" ? label : null;
}

export function closeNewCard(): void {
	useNewCard.setState({ request: null });
}

/** As `openNewCard`, on what is selected in the window; of the next column where no kind is named. An Output by itself
 * opens as a report. */
export async function openNewCardOnSelection(discovery: string, kind?: ConclusionKind): Promise<void> {
	try {
		const from = await labelsToRestOn();
		const output = onlyOutput(from);
		if (output !== null && kind === undefined) return await openAsReport(discovery, output);
		openNewCard(kind ?? nextKind(from) ?? "insight", from);
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
