import { Channel } from "@tauri-apps/api/core";
import type { IngestEvent } from "./bindings";

/** A channel for one long call; the host sends at most ten events a second. */
export function progressChannel(onEvent: (event: IngestEvent) => void): Channel<IngestEvent> {
	const channel = new Channel<IngestEvent>();
	channel.onmessage = onEvent;
	return channel;
}
