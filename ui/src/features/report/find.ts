import type { ReportSection } from "../../ipc/bindings";

/** Where a text stands in the bodies of a report. */

export interface Place {
	section: string;
	/** UTF-16 units of the body. */
	from: number;
	to: number;
}

/** Places that are counted; more are as good as these. */
const MOST = 10_000;

export function placesOf(
	sections: readonly Pick<ReportSection, "id" | "bodyMd">[],
	text: string,
	matchCase: boolean,
): Place[] {
	if (text === "") return [];
	const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
	const pattern = new RegExp(escaped, matchCase ? "gu" : "giu");
	const found: Place[] = [];
	for (const { id, bodyMd } of sections) {
		for (const { index, 0: words } of bodyMd.matchAll(pattern)) {
			found.push({ section: id, from: index, to: index + words.length });
			if (found.length === MOST) return found;
		}
	}
	return found;
}

/** The place after or before another, and round from the end; the first behind a section's beginning where there is none. */
export function beside(
	places: readonly Place[],
	at: Place | null,
	step: 1 | -1,
	order: readonly string[],
	section: string,
): Place | null {
	if (places.length === 0) return null;
	const now = at === null ? -1 : places.findIndex((one) => isSame(one, at));
	if (now >= 0) return places[(now + step + places.length) % places.length] ?? null;
	const from = order.indexOf(at?.section ?? section);
	const rank = (place: Place) => order.indexOf(place.section);
	const isAhead = (place: Place) => rank(place) > from || (rank(place) === from && place.from >= (at?.from ?? 0));
	return (
		(step === 1 ? places.find(isAhead) : places.findLast((place) => !isAhead(place))) ??
		places.at(step === 1 ? 0 : -1) ??
		null
	);
}

export const isSame = (one: Place, other: Place) =>
	one.section === other.section && one.from === other.from && one.to === other.to;

/** As the host counts them. */
export const wordsIn = (text: string) => text.split(/\s+/u).filter(Boolean).length;
