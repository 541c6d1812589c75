/** Blocks and words have no names: what one is, is where it stands. */
export function withIndex<T>(items: readonly T[]): { at: number; item: T }[] {
	return items.map((item, at) => ({ at, item }));
}
