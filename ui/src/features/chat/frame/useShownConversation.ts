import type { Conversation } from "../../../ipc/bindings";
import { useChosenConversation } from "../../../state/chosenConversation";

/** The one that was chosen, as long as it is there; else the default. */
export function useShownConversation(
	discovery: string,
	conversations: readonly Conversation[] | undefined,
): Conversation | null {
	const chosen = useChosenConversation((now) => now.conversations[discovery]);
	return conversations?.find(({ id }) => id === chosen) ?? conversations?.[0] ?? null;
}
