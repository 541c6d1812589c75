import { create } from "zustand";
import type { ViewId } from "./navigation";

/** The one selected fact, the same in every view; the inspector shows it. `origin` tells who need not scroll to it. */
interface Selection {
	factId: string | null;
	origin: ViewId | "inspector" | null;
	/** Counts up, so that a view that comes back can tell whether something was selected meanwhile. */
	turn: number;
	select: (factId: string, origin: ViewId | "inspector") => void;
	clear: () => void;
}

export const useSelection = create<Selection>()((set) => ({
	factId: null,
	origin: null,
	turn: 0,
	select: (factId, origin) => set(({ turn }) => ({ factId, origin, turn: turn + 1 })),
	clear: () => set(({ turn }) => ({ factId: null, origin: null, turn: turn + 1 })),
}));
