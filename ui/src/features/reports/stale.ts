import type { BodyRange } from "./find";

/** The stale citation after a range, and after the last the first again. */
export function staleAfter<P extends BodyRange>(
	stale: readonly P[],
	order: readonly string[],
	{ section, from }: BodyRange,
): P | null {
	const rank = new Map(order.map((id, at) => [id, at]));
	const of = (id: string) => rank.get(id) ?? -1;
	const isAfter = (range: P) => of(range.section) > of(section) || (range.section === section && range.from > from);
	return stale.find(isAfter) ?? stale[0] ?? null;
}
