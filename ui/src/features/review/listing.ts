import { create } from "zustand";
import type { SalienceReason } from "../../ipc/bindings";
import type { KindFilter } from "./filter";
import type { GroupedBy, Listing } from "./queue";
import type { Order } from "./ranking";

/** The order and filter of the inbox. Kept while the window is open, so that going away and back does not lose it. */

interface ListingState extends Omit<Listing, "sought" | "pinned"> {
	change: (
		next: Partial<{
			text: string;
			inputId: string;
			shown: KindFilter;
			reason: SalienceReason | "";
			by: GroupedBy;
			order: Order;
		}>,
	) => void;
	turn: (fold: string) => void;
	clear: () => void;
}

const nothing = { text: "", inputId: "", shown: "all", reason: "" } as const;

export const useListing = create<ListingState>()((set) => ({
	...nothing,
	by: null,
	order: "score",
	toggledFolds: new Set(),
	change: (next) => set(next),
	turn: (fold) =>
		set(({ toggledFolds }) => ({
			toggledFolds: new Set(
				toggledFolds.has(fold) ? [...toggledFolds].filter((one) => one !== fold) : [...toggledFolds, fold],
			),
		})),
	clear: () => set(nothing),
}));

/** The steps that were decided in the inbox while the window is open: what U takes back. */
export const inboxSteps = new Set<number>();

export function isFiltered({ text, inputId, shown, reason }: Omit<Listing, "sought" | "pinned">): boolean {
	return text.trim() !== "" || inputId !== "" || shown !== "all" || reason !== "";
}
