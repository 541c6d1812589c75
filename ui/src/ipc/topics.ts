import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Changed } from "./bindings";
import { roots } from "./keys";

type TopicName = Changed["topics"][number];

/** The one map from what the host says has changed to what the window reads again. */
export const refreshedBy: Record<TopicName, readonly QueryKey[]> = {
	library: [roots.library, roots.discoveries],
	discovery: [roots.discoveries, roots.discovery],
	inputs: [roots.discoveries, roots.discovery, roots.source, roots.bundles, roots.pipeline, roots.entity],
	facts: [
		roots.discoveries,
		roots.discovery,
		roots.source,
		roots.facts,
		roots.fact,
		roots.review,
		roots.bundle,
		roots.run,
		roots.pipeline,
		roots.entity,
	],
	pipeline: [roots.discovery, roots.pipeline, roots.entity, roots.suggestions],
	runs: [roots.discovery, roots.source, roots.bundles, roots.bundle, roots.run],
	undo: [roots.discovery, roots.libraryUndo, roots.history],
	preferences: [roots.preferences],
	// Nothing that is shown: `useHandedFiles` asks for them.
	handed: [],
};

/** Only what is on screen is fetched again; the rest is marked stale and read when it is next shown. */
export function refresh(client: QueryClient, topics: Iterable<TopicName>): void {
	const names = new Map<string, QueryKey>();
	for (const topic of topics) for (const key of refreshedBy[topic]) names.set(String(key[0]), key);
	for (const queryKey of names.values()) void client.invalidateQueries({ queryKey });
}
