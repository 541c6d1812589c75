import type { QueryClient } from "@tanstack/react-query";
import { events, type Topic } from "./bindings";
import { refresh } from "./topics";

/** A long ingest sends many notices; one refresh per this many milliseconds is all a reader can see. */
const COALESCE_MS = 60;

/** Follows the host's `changed` event until the returned function is called. */
export function followChanges(client: QueryClient): () => void {
	const pending = new Set<Topic>();
	let timer: ReturnType<typeof setTimeout> | undefined;

	const flush = () => {
		timer = undefined;
		const topics = [...pending];
		pending.clear();
		refresh(client, topics);
	};

	const listening = events.changed.listen(({ payload }) => {
		for (const topic of payload.topics) pending.add(topic);
		timer ??= setTimeout(flush, COALESCE_MS);
	});

	return () => {
		clearTimeout(timer);
		void listening.then((stop) => stop());
	};
}
