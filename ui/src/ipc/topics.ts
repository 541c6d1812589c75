import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Topic } from "./bindings";
import { roots } from "./keys";

/** The one map from what the host says has changed to what the window reads again. */
export const refreshedBy: Record<Topic, readonly QueryKey[]> = {
	library: [roots.search, roots.library, roots.discoveries],
	// The choice of questions is a matter of the stage.
	discovery: [roots.search, roots.discoveries, roots.discovery, roots.sending, roots.questions],
	inputs: [
		roots.search,
		roots.discoveries,
		roots.discovery,
		roots.source,
		roots.bundles,
		roots.pipeline,
		roots.entity,
		roots.coverage,
		roots.asOf,
	],
	facts: [
		roots.search,
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
		roots.chat,
		roots.knowledge,
		roots.questions,
		roots.coverage,
		roots.asOf,
		roots.reports,
		// A fact may tell a price.
		roots.memory,
	],
	// A card of the chat shows what it would change as it is now.
	pipeline: [roots.search, roots.discovery, roots.pipeline, roots.entity, roots.suggestions, roots.chat, roots.reports],
	runs: [roots.discovery, roots.source, roots.bundles, roots.bundle, roots.run, roots.coverage],
	chat: [roots.search, roots.chat],
	knowledge: [roots.knowledge, roots.questions],
	reports: [roots.reports],
	documents: [roots.documents],
	questions: [roots.questions],
	memory: [roots.memory],
	undo: [roots.discovery, roots.libraryUndo, roots.history, roots.chat, roots.asOf, roots.savedViews],
	// The header says where text would go, and values are shown in the language of the window.
	preferences: [
		roots.preferences,
		roots.provider,
		roots.sending,
		roots.library,
		roots.facts,
		roots.fact,
		roots.review,
		roots.knowledge,
		roots.asOf,
	],
};

/** Only what is on screen is fetched again; the rest is marked stale and read when it is next shown. */
export function refresh(client: QueryClient, topics: Iterable<Topic>): void {
	const names = new Map<string, QueryKey>();
	for (const topic of topics) for (const key of refreshedBy[topic]) names.set(String(key[0]), key);
	for (const queryKey of names.values()) void client.invalidateQueries({ queryKey });
}
