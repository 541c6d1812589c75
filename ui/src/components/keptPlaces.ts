/** The positions where lists were left, so that going back to a view finds them there. Only for as long as the window
 * is open. */

const places = new Map<string, number>();

export function keptPlace(list: string | undefined): number {
	return list === undefined ? 0 : (places.get(list) ?? 0);
}

export function keepPlace(list: string | undefined, offset: number): void {
	if (list !== undefined) places.set(list, offset);
}
