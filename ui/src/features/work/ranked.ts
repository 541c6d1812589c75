import type { FactDetail, ScopeItem } from "../../ipc/bindings";

/**
 * What waits to be decided, as it is worked on: what the last round left stands at the end of the queue and is what the
 * analyst has in mind, and what is said of the items that are looked at comes before all else.
 */
export function ranked(queue: readonly FactDetail[], items: readonly ScopeItem[]): FactDetail[] {
	const newest = queue.toReversed();
	const isAbout = ({ item }: FactDetail) => items.some(({ id }) => id === item);
	return [...newest.filter(isAbout), ...newest.filter((fact) => !isAbout(fact))];
}
