import { create } from "zustand";
import type { FactRow } from "../../ipc/bindings";

/** Facts whose words are being changed. Going to another fact and back finds what was written. */

interface Draft {
	text: string;
	value: string;
}

interface Editing {
	drafts: Readonly<Record<string, Draft>>;
	edit: (fact: Pick<FactRow, "id" | "text" | "value">) => void;
	write: (factId: string, change: Partial<Draft>) => void;
	stop: (factId: string) => void;
}

export const useEditing = create<Editing>()((set) => ({
	drafts: {},
	edit: ({ id, text, value }) => set(({ drafts }) => ({ drafts: { [id]: { text, value }, ...drafts } })),
	write: (factId, change) =>
		set(({ drafts }) => {
			const draft = drafts[factId];
			return draft ? { drafts: { ...drafts, [factId]: { ...draft, ...change } } } : {};
		}),
	stop: (factId) =>
		set(({ drafts }) => ({ drafts: Object.fromEntries(Object.entries(drafts).filter(([id]) => id !== factId)) })),
}));
