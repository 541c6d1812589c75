import type { ReportSection } from "../../ipc/bindings";
import type { Place } from "./find";

/** Where the stale citations of a report stand, in reading order. */
export function stalePlaces(sections: readonly ReportSection[]): Place[] {
	return sections.flatMap(({ id, bodyMd, citations }) =>
		citations
			.filter(({ stale }) => stale !== null)
			.flatMap(({ label }) => placesOfLabel(id, bodyMd, label))
			.toSorted((one, other) => one.from - other.from),
	);
}

function placesOfLabel(section: string, bodyMd: string, label: string): Place[] {
	const pattern = new RegExp(`\\[${label}\\](?:\\(factly://[^)\\n]*\\))?`, "g");
	return [...bodyMd.matchAll(pattern)].map(({ index, 0: words }) => ({
		section,
		from: index,
		to: index + words.length,
	}));
}

/** The stale citation after a place, and after the last the first again. */
export function staleAfter(sections: readonly ReportSection[], { section, from }: Place): Place | null {
	const rank = new Map(sections.map(({ id }, at) => [id, at]));
	const of = (id: string) => rank.get(id) ?? -1;
	const all = stalePlaces(sections);
	const isAfter = (place: Place) => of(place.section) > of(section) || (place.section === section && place.from > from);
	return all.find(isAfter) ?? all[0] ?? null;
}
