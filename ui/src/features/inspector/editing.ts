import { create } from "zustand";
import type { FactRow } from "../../ipc/bindings";

/** Facts whose words are being changed. Going to another fact and back finds what was written. */

interface Draft {
	text: string;
	value: string;
	/** The first proposition of the statement, to be corrected. */
	subject: string;
	property: string;
	amount: string;
}

type Drafted = Pick<FactRow, "id" | "text" | "value" | "propositions">;

interface Editing {
	drafts: Readonly<Record<string, Draft>>;
	edit: (fact: Drafted) => void;
	write: (factId: string, change: Partial<Draft>) => void;
	stop: (factId: string) => void;
}

/** A fact as its form shows it before anything is changed. */
export function draftOf({ text, value, propositions }: Drafted): Draft {
	const valued = propositions.find((proposition) => proposition.value !== null);
	return { text, value, subject: valued?.subject ?? "", property: valued?.property ?? "", amount: valued?.value ?? "" };
}

export const useEditing = create<Editing>()((set) => ({
	drafts: {},
	edit: (fact) => set(({ drafts }) => ({ drafts: { [fact.id]: draftOf(fact), ...drafts } })),
	write: (factId, change) =>
		set(({ drafts }) => {
			const draft = drafts[factId];
			return draft ? { drafts: { ...drafts, [factId]: { ...draft, ...change } } } : {};
		}),
	stop: (factId) =>
		set(({ drafts }) => ({ drafts: Object.fromEntries(Object.entries(drafts).filter(([id]) => id !== factId)) })),
}));
