import { create } from "zustand";
import type { Conversation } from "../../../ipc/bindings";

interface Chosen {
	/** By discovery. */
	conversations: Readonly<Record<string, string>>;
	/** A message that was found and is to be shown. */
	sought: string | null;
}

export const useChosen = create<Chosen>()(() => ({ conversations: {}, sought: null }));

export function chooseConversation(discovery: string, conversation: string, sought: string | null = null): void {
	useChosen.setState(({ conversations }) => ({
		conversations: { ...conversations, [discovery]: conversation },
		sought,
	}));
}

/** The one that was chosen, as long as it is there; else the default. */
export function useShownConversation(
	discovery: string,
	conversations: readonly Conversation[] | undefined,
): Conversation | null {
	const chosen = useChosen((now) => now.conversations[discovery]);
	return conversations?.find(({ id }) => id === chosen) ?? conversations?.[0] ?? null;
}
