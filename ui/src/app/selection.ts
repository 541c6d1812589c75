import { create } from "zustand";
import type { ViewId } from "./navigation";

/** The one selected fact, the same in every view; the inspector shows it. `origin` tells who need not scroll to it. */
interface Selection {
	factId: string | null;
	origin: ViewId | "inspector" | null;
	select: (factId: string, origin: ViewId | "inspector") => void;
	clear: () => void;
}

export const useSelection = create<Selection>()((set) => ({
	factId: null,
	origin: null,
	select: (factId, origin) => set({ factId, origin }),
	clear: () => set({ factId: null, origin: null }),
}));
