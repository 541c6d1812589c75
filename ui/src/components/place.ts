import { useWords } from "../i18n/useWords";
import type { Place, PlaceLabel } from "../ipc/bindings";

/** Names places in documents as a reader does: "p. 12", "00:14:07", "Costs!B7". */

type Named = (place: Place) => string;

export function usePlaceName(): Named {
	const t = useWords();
	return (place) => {
		switch (place.kind) {
			case "page":
				return t("place.page", { number: place.label ?? place.number });
			case "slide":
				return t("place.slide", { number: place.number });
			case "cell":
				return place.sheet === "" ? place.cell : `${place.sheet}!${place.cell}`;
			case "heading":
				return place.text;
			case "speaker":
				return place.name;
			case "time":
				return clock(place.startMs);
			case "message":
				return [place.from, place.date?.slice(0, 10)].filter(Boolean).join(", ") || (place.subject ?? "");
		}
	};
}

/** The place of a quote in a few words: where, and without that under which heading. */
export function usePlaceWords(): (label: PlaceLabel | null) => string | null {
	const name = usePlaceName();
	return (label) => (label?.place ? name(label.place) : (label?.heading ?? null));
}

/** All that is known of it: where, which row and column, under which heading, said by whom. */
export function usePlaceLines(): (label: PlaceLabel | null) => string[] {
	const t = useWords();
	const name = usePlaceName();
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
