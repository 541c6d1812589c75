import { dayOf } from "../i18n/format";
import { useWords } from "../i18n/useWords";
import type { Place, PlaceLabel } from "../ipc/bindings";

/** Names locations in documents as a reader does: "p. 12", "00:14:07", "Costs!B7". */

type LocationName = (location: Place) => string;

export function useLocationName(): LocationName {
	const t = useWords();
	return (location) => {
		switch (location.kind) {
			case "page":
				return t("place.page", { number: location.label ?? location.number });
			case "slide":
				return t("place.slide", { number: location.number });
			case "cell":
				return location.sheet === "" ? location.cell : `${location.sheet}!${location.cell}`;
			case "heading":
				return location.text;
			case "speaker":
				return location.name;
			case "time":
				return clock(location.startMs);
			case "message":
				return (
					[location.from, location.date && dayOf(location.date)].filter(Boolean).join(", ") || (location.subject ?? "")
				);
		}
	};
}

/** The location of a quote in a few words: where, and without that under which heading. */
export function useLocationLabel(): (label: PlaceLabel | null) => string | null {
	const name = useLocationName();
	return (label) => (label?.place ? name(label.place) : (label?.heading ?? null));
}

/** All that is known of it: where, which row and column, under which heading, said by whom. */
export function useLocationDetails(): (label: PlaceLabel | null) => string[] {
	const t = useWords();
	const name = useLocationName();
	return (label) => {
		if (!label) return [];
		const { place, heading, speaker } = label;
		const cell = place?.kind === "cell" ? [place.row, place.column].filter(Boolean).join(" · ") : "";
		return [
			place ? name(place) : "",
			cell,
			heading ? t("place.under", { heading }) : "",
			speaker ? t("place.saidBy", { speaker }) : "",
		].filter((line) => line !== "");
	};
}

function clock(ms: number): string {
	const seconds = Math.floor(ms / 1000);
	const two = (value: number) => String(value).padStart(2, "0");
	return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
