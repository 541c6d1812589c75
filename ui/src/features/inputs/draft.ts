import { create } from "zustand";

/** A text that is being written, kept while the dialog is closed: Escape never loses it. */
interface Draft {
	title: string;
	text: string;
	/** The content of a formatted clipboard, and the text that stands for it. */
	formatted: { html: string; text: string } | null;
	write: (change: Partial<Pick<Draft, "title" | "text" | "formatted">>) => void;
	clear: () => void;
}

/** The formatted clipboard, as long as its text stands unchanged. */
export function htmlOf({ text, formatted }: Pick<Draft, "text" | "formatted">): string | null {
	return formatted?.text === text ? formatted.html : null;
}

export const useDraft = create<Draft>()((set) => ({
	title: "",
	text: "",
	formatted: null,
	write: (change) => set(change),
	clear: () => set({ title: "", text: "", formatted: null }),
}));
