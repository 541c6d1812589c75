import type { Place } from "./find";

/** The stale citation after a place, and after the last the first again. */
export function staleAfter<P extends Place>(
	stale: readonly P[],
	order: readonly string[],
	{ section, from }: Place,
): P | null {
	const rank = new Map(order.map((id, at) => [id, at]));
	const of = (id: string) => rank.get(id) ?? -1;
	const isAfter = (place: P) => of(place.section) > of(section) || (place.section === section && place.from > from);
	return stale.find(isAfter) ?? stale[0] ?? null;
}
