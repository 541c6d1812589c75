import { create } from "zustand";

/** The owner of the requests that are looked at. */
export type Sender = { discovery: string } | { message: string };

export const useSent = create<{ of: Sender | null }>()(() => ({ of: null }));

/** Shows what was sent, exactly as it was sent, of a discovery or for one message of the chat. */
export function openSentRequests(of: Sender): void {
	useSent.setState({ of });
}
