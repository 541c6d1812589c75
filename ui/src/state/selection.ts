import { create } from "zustand";
import type { Label } from "../ipc/label";
import type { ViewId } from "./navigation";

/**
 * The one selected thing, the same in every view; the inspector shows it. A fact has its id, an entity of the pipeline
 * its label, a fact that was selected there both. `origin` tells who need not scroll to it.
 */
interface Selection {
	factId: string | null;
	label: Label | null;
	origin: ViewId | "inspector" | null;
	/** Counts up, so that a view that comes back can tell whether something was selected meanwhile. */
	turn: number;
	select: (factId: string, origin: ViewId | "inspector") => void;
	selectEntity: (label: Label, factId: string | null, origin: ViewId | "inspector") => void;
	clear: () => void;
}

export const useSelection = create<Selection>()((set) => ({
	factId: null,
	label: null,
	origin: null,
	turn: 0,
	select: (factId, origin) => set(({ turn }) => ({ factId, label: null, origin, turn: turn + 1 })),
	selectEntity: (label, factId, origin) => set(({ turn }) => ({ label, factId, origin, turn: turn + 1 })),
	clear: () => set(({ turn }) => ({ factId: null, label: null, origin: null, turn: turn + 1 })),
}));
