import type { BodyPlace, ReportBody, ReportSection } from "../../ipc/bindings";

/** A place in the bodies of a report, in UTF-16 units. */
export type Place = Pick<BodyPlace, "section" | "from" | "to">;

/** The section that is read and written. */
export type OpenSection = ReportSection & ReportBody;

/** The place after or before another, and round from the end; the first behind a section's beginning where there is none. */
export function beside<P extends Place>(
	places: readonly P[],
	at: Place | null,
	step: 1 | -1,
	order: readonly string[],
	section: string,
): P | null {
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
