import { create } from "zustand";
import type { FactFilter, FactStatus } from "../../ipc/bindings";

/** The filter of the Facts view. Kept while the window is open, so that going away and back does not lose it. */

/** One choice of the bar: a status, the accepted by who accepted them, or those that wait for a second look. */
export type StatusFilter = "all" | FactStatus | "needsReview" | "byAnalyst" | "byRules";

interface Filters {
	shown: StatusFilter;
	inputId: string;
	text: string;
	change: (next: Partial<Pick<Filters, "shown" | "inputId" | "text">>) => void;
	clear: () => void;
}

const nothing = { shown: "all", inputId: "", text: "" } as const;

export const useFilters = create<Filters>()((set) => ({
	...nothing,
	change: (next) => set(next),
	clear: () => set(nothing),
}));

/** All but those that another took the place of, which have a choice of their own. */
const ALL: FactStatus[] = ["proposed", "accepted", "rejected", "conflict"];

const accepters = { byAnalyst: "analyst", byRules: "rules" } as const;

export function asFactFilter({ shown, inputId, text }: Pick<Filters, "shown" | "inputId" | "text">): FactFilter {
	const words = text.trim();
	const isBy = shown === "byAnalyst" || shown === "byRules";
	return {
		statuses: statusesOf(shown),
		needsReview: shown === "needsReview" ? true : null,
		acceptedBy: isBy ? accepters[shown] : null,
		inputId: inputId === "" ? null : inputId,
		text: words === "" ? null : words,
	};
}

function statusesOf(shown: StatusFilter): FactStatus[] | null {
	switch (shown) {
		case "all":
			return ALL;
		case "byAnalyst":
		case "byRules":
			return null;
		// What is new or contradicts is to be reviewed too, and has a choice of its own.
		case "needsReview":
			return ["accepted"];
		default:
			return [shown];
	}
}

export function isFiltering({ shown, inputId, text }: Pick<Filters, "shown" | "inputId" | "text">): boolean {
	return shown !== "all" || inputId !== "" || text.trim() !== "";
}

/** A filter as the bar shows it. */
export function asFilterBarState({
	statuses,
	needsReview,
	acceptedBy,
	inputId,
	text,
}: FactFilter): Pick<Filters, "shown" | "inputId" | "text"> {
	const status = statuses?.length === 1 ? statuses[0] : undefined;
	const by = acceptedBy === "rules" ? "byRules" : acceptedBy === "analyst" ? "byAnalyst" : null;
	const shown = by ?? (needsReview === true ? "needsReview" : (status ?? "all"));
	return { shown, inputId: inputId ?? "", text: text ?? "" };
}
