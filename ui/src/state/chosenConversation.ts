import { create } from "zustand";

/** The conversation of the chat that is shown in each discovery. */

interface Chosen {
	/** By discovery. */
	conversations: Readonly<Record<string, string>>;
	/** A message that was found and is to be shown. */
	sought: string | null;
}

export const useChosenConversation = create<Chosen>()(() => ({ conversations: {}, sought: null }));

export function chooseConversation(discovery: string, conversation: string, sought: string | null = null): void {
	useChosenConversation.setState(({ conversations }) => ({
		conversations: { ...conversations, [discovery]: conversation },
		sought,
	}));
}
