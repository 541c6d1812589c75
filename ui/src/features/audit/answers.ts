import { create } from "zustand";

/** Answers that were pasted and not yet taken, by bundle: closing the dialog never loses one. */
interface Answers {
	drafts: Readonly<Record<string, string>>;
	write: (bundle: string, answer: string) => void;
}

export const useAnswers = create<Answers>()((set) => ({
	drafts: {},
	write: (bundle, answer) => set(({ drafts }) => ({ drafts: { ...drafts, [bundle]: answer } })),
}));
