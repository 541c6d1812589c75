import { create } from "zustand";

/** The owner of the requests that are looked at. */
export type RequestOwner = { discovery: string } | { message: string };

export const useSentRequests = create<{ of: RequestOwner | null }>()(() => ({ of: null }));

/** Shows what was sent, exactly as it was sent, of a discovery or for one message of the chat. */
export function openSentRequests(of: RequestOwner): void {
	useSentRequests.setState({ of });
}
