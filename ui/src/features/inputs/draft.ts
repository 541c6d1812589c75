import { create } from "zustand";

/** A text that is being written, kept while the dialog is closed: Escape never loses it. */
interface Draft {
	title: string;
	text: string;
	write: (change: Partial<Pick<Draft, "title" | "text">>) => void;
	clear: () => void;
}

export const useDraft = create<Draft>()((set) => ({
	title: "",
	text: "",
	write: (change) => set(change),
	clear: () => set({ title: "", text: "" }),
}));
