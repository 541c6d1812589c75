import { Channel } from "@tauri-apps/api/core";
import type { ChatEvent } from "./bindings";

/** A channel for one turn of the chat; the host sends at most 62 events a second. */
export function chatChannel(onEvent: (event: ChatEvent) => void): Channel<ChatEvent> {
	const channel = new Channel<ChatEvent>();
	channel.onmessage = onEvent;
	return channel;
}
