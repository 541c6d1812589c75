import { create } from "zustand";
import type { Label } from "../ipc/label";
import { usePanels } from "./panels";
import { changePreferences } from "./preferences";

/** The chat's state for the rest of the window: whether it is open, what is unread, and that cards may be mentioned. */

interface ChatState {
	open: boolean;
	/** Focuses the input of a conversation that a view shows in itself; then there is no floating panel. */
	embedded: (() => void) | null;
	/** The conversation whose messages are before the analyst; none while there is a list of them, or nothing. */
	shown: string | null;
	/** Answers that came while nobody looked, by conversation. */
	unread: Readonly<Record<string, { discovery: string; count: number }>>;
	/** Takes a mention into the input; says whether it could. */
	mention: ((label: Label) => boolean) | null;
}

export const useChatState = create<ChatState>()(() => ({
	open: false,
	embedded: null,
	shown: null,
	unread: {},
	mention: null,
}));

export function toggleChat(): void {
	const { embedded } = useChatState.getState();
	if (embedded) embedded();
	else useChatState.setState(({ open }) => ({ open: !open }));
}

/** A conversation is before the analyst until the returned function is called: what came in it is read. */
export function showConversation(conversation: string): () => void {
	useChatState.setState({ shown: conversation });
	markConversationRead(conversation);
	return () => useChatState.setState(({ shown }) => ({ shown: shown === conversation ? null : shown }));
}

/** The floating panel becomes the dock's tab. */
export function dockChat(): void {
	closeChat();
	usePanels.setState({ dock: "ask" });
	changePreferences({ inspector: true });
}

/** The dock's tab becomes the floating panel. */
export function floatChat(): void {
	usePanels.setState({ dock: "details" });
	useChatState.setState({ open: true });
}

export function closeChat(): void {
	useChatState.setState({ open: false });
}

/** False where no chat is open to take it. */
export function mentionInChat(label: Label): boolean {
	return useChatState.getState().mention?.(label) ?? false;
}

/** An answer came: unread, unless its conversation is looked at. */
export function countUnreadAnswer(discovery: string, conversation: string): void {
	useChatState.setState(({ shown, unread }) => {
		if (shown === conversation) return {};
		const count = (unread[conversation]?.count ?? 0) + 1;
		return { unread: { ...unread, [conversation]: { discovery, count } } };
	});
}

export function markConversationRead(conversation: string): void {
	const { [conversation]: read, ...unread } = useChatState.getState().unread;
	if (read) useChatState.setState({ unread });
}

/** Counts the unread answers in all conversations of a discovery. */
export function useUnread(discovery: string): number {
	return useChatState(({ unread }) =>
		Object.values(unread).reduce((sum, one) => (one.discovery === discovery ? sum + one.count : sum), 0),
	);
}
