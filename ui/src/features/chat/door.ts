import { create } from "zustand";
import { currentDiscovery } from "../../app/current";
import type { Label } from "../../ipc/label";

/** What the rest of the window knows of the chat: whether it is open, what is unread, and that cards may be mentioned. */

interface Door {
	open: boolean;
	/** Focuses the input of a conversation that a view shows in itself; then there is no floating panel. */
	embedded: (() => void) | null;
	/** Answers that came while nobody looked, by discovery. */
	unread: Readonly<Record<string, number>>;
	/** Takes a mention into the input; says whether it could. */
	mention: ((label: Label) => boolean) | null;
}

export const useDoor = create<Door>()(() => ({ open: false, embedded: null, unread: {}, mention: null }));

export function toggleChat(): void {
	const { embedded } = useDoor.getState();
	if (embedded) embedded();
	else useDoor.setState(({ open }) => ({ open: !open }));
}

/** Whether what comes in a discovery is seen as it comes. */
export function isWatched(discovery: string): boolean {
	const { open, embedded } = useDoor.getState();
	return (open || embedded !== null) && currentDiscovery() === discovery;
}

export function closeChat(): void {
	useDoor.setState({ open: false });
}

/** False where no chat is open to take it. */
export function mentionInChat(label: Label): boolean {
	return useDoor.getState().mention?.(label) ?? false;
}

export function countUnread(discovery: string): void {
	useDoor.setState(({ unread }) => ({ unread: { ...unread, [discovery]: (unread[discovery] ?? 0) + 1 } }));
}

export function readAll(discovery: string): void {
	const { unread } = useDoor.getState();
	if (unread[discovery]) useDoor.setState({ unread: { ...unread, [discovery]: 0 } });
}
