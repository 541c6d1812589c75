/** The positions where lists were left, so that going back to a view finds them there. Only for as long as the window
 * is open. */

const scrollOffsets = new Map<string, number>();

export function savedScrollOffset(list: string | undefined): number {
	return list === undefined ? 0 : (scrollOffsets.get(list) ?? 0);
}

export function saveScrollOffset(list: string | undefined, offset: number): void {
	if (list !== undefined) scrollOffsets.set(list, offset);
}
