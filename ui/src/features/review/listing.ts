import { create } from "zustand";
import type { SalienceReason } from "../../ipc/bindings";
import type { Shown } from "./filter";
import type { GroupedBy, Listing } from "./queue";
import type { Order } from "./ranking";

/** The order and filter of the inbox. Kept while the window is open, so that going away and back does not lose it. */

interface Kept extends Omit<Listing, "sought" | "pinned"> {
	change: (
		next: Partial<{
			text: string;
			inputId: string;
			shown: Shown;
			reason: SalienceReason | "";
			by: GroupedBy;
			order: Order;
		}>,
	) => void;
	turn: (fold: string) => void;
	clear: () => void;
}

const nothing = { text: "", inputId: "", shown: "all", reason: "" } as const;

export const useListing = create<Kept>()((set) => ({
	...nothing,
	by: null,
	order: "score",
	turned: new Set(),
	change: (next) => set(next),
	turn: (fold) =>
		set(({ turned }) => ({
			turned: new Set(turned.has(fold) ? [...turned].filter((one) => one !== fold) : [...turned, fold]),
		})),
	clear: () => set(nothing),
}));

export function isNarrowed({ text, inputId, shown, reason }: Omit<Listing, "sought" | "pinned">): boolean {
	return text.trim() !== "" || inputId !== "" || shown !== "all" || reason !== "";
}
