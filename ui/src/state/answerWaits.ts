import { create } from "zustand";
import type { WaitingMatch } from "../ipc/bindings";

/** Facts that wait and hold what an answer says, which the analyst is asked about one after the other. */
interface AnswerWaits {
	discovery: string;
	waiting: readonly WaitingMatch[];
	ask: (discovery: string, waiting: readonly WaitingMatch[]) => void;
	next: () => void;
}

export const useAnswerWaits = create<AnswerWaits>()((set) => ({
	discovery: "",
	waiting: [],
	ask: (discovery, waiting) => set({ discovery, waiting }),
	next: () => set(({ waiting }) => ({ waiting: waiting.slice(1) })),
}));
