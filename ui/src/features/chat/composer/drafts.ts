import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { Label } from "../../../ipc/label";

/** A draft, by conversation. Closing the panel, the window or the application does not lose it. */

export interface Draft {
	text: string;
	mentions: readonly Label[];
}

/** An earlier message that is written anew; what was being written before waits until that is over. */
interface Editing {
	message: string;
	draft: Draft;
}

interface Drafts {
	drafts: Readonly<Record<string, Draft>>;
	editing: Readonly<Record<string, Editing>>;
	/** Counts up when the words in the input are to be read from here again. */
	turn: number;
	write: (conversation: string, draft: Draft) => void;
	/** The words were sent: the input is empty again, or holds what waited. */
	clear: (conversation: string) => void;
	edit: (conversation: string, message: string, draft: Draft) => void;
	/** Puts words back that the host did not take. */
	giveBack: (conversation: string, draft: Draft, message: string | null) => void;
}

const emptyDraft: Draft = { text: "", mentions: [] };

function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
	return Object.fromEntries(Object.entries(record).filter(([one]) => one !== key));
}

export const useDrafts = create<Drafts>()(
	persist(
		(set) => ({
			drafts: {},
			editing: {},
			turn: 0,
			write: (conversation, draft) =>
				set(({ drafts, editing }) => {
					const open = editing[conversation];
					if (open) return { editing: { ...editing, [conversation]: { ...open, draft } } };
					if (draft.text === "") return { drafts: without(drafts, conversation) };
					return { drafts: { ...drafts, [conversation]: draft } };
				}),
			clear: (conversation) =>
				set(({ drafts, editing, turn }) =>
					editing[conversation]
						? { editing: without(editing, conversation), turn: turn + 1 }
						: { drafts: without(drafts, conversation), turn: turn + 1 },
				),
			edit: (conversation, message, draft) =>
				set(({ editing, turn }) => ({ editing: { ...editing, [conversation]: { message, draft } }, turn: turn + 1 })),
			giveBack: (conversation, draft, message) =>
				set(({ drafts, editing, turn }) =>
					message === null
						? { drafts: { ...drafts, [conversation]: draft }, turn: turn + 1 }
						: { editing: { ...editing, [conversation]: { message, draft } }, turn: turn + 1 },
				),
		}),
		{ name: "factly.chatDrafts", partialize: ({ drafts }) => ({ drafts }) },
	),
);

export function draftIn(conversation: string): Draft {
	const { drafts, editing } = useDrafts.getState();
	return editing[conversation]?.draft ?? drafts[conversation] ?? emptyDraft;
}
