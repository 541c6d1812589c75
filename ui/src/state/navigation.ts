import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { DiscoveryDetail } from "../ipc/bindings";

/** The analyst's place: the discovery, view and Input, and the target that the Source view should scroll to. */

export type ViewId =
	| "overview"
	| "source"
	| "coverage"
	| "work"
	| "review"
	| "facts"
	| "items"
	| "known"
	| "pipeline"
	| "outline"
	| "reports"
	| "documents"
	| "memory"
	| "audit";

/** Views that show what is known by now themselves. */
export const statelyViews: ReadonlySet<ViewId> = new Set<ViewId>(["overview", "work", "known"]);

/** Views that show nothing of what was selected elsewhere. */
export const apartViews: ReadonlySet<ViewId> = new Set<ViewId>(["overview", "work", "documents", "memory"]);

/** A view whose card says what the dock would. */
export const isCard = (view: ViewId) => view === "review";

/** The board and the outline are two views of one selection. */
export const isOnMap = (view: ViewId) => view === "pipeline" || view === "outline";

/** The properties of every view. Selection, navigation and commands come from their stores. */
export interface ViewProps {
	detail: DiscoveryDetail;
}

interface SourceTarget {
	factId: string;
	/** Counts up, so that asking for the same fact again scrolls again. */
	request: number;
}

/** Words of an Input to be shown, in UTF-16 units. */
interface InputPlace {
	input: string;
	block: number;
	start: number;
	end: number;
}

interface Navigation {
	discovery: string | null;
	view: ViewId;
	/** The Input last read in each discovery. */
	inputs: Readonly<Record<string, string>>;
	target: SourceTarget | null;
	/** Words that the Source view should show; none once it does. */
	place: InputPlace | null;
	/** A bundle or run that the Audit view should open. */
	audit: { bundle: string | null; run: string | null };
	open: (discovery: string | null, view: ViewId) => void;
	show: (view: ViewId) => void;
	read: (discovery: string, input: string) => void;
	showInSource: (factId: string) => void;
	showPlace: (discovery: string, place: InputPlace) => void;
	showInAudit: (where: { bundle: string | null; run: string | null }) => void;
}

export const useNavigation = create<Navigation>()(
	persist(
		(set) => ({
			discovery: null,
			view: "overview",
			inputs: {},
			target: null,
			place: null,
			audit: { bundle: null, run: null },
			open: (discovery, view) => set({ discovery, view, target: null, audit: { bundle: null, run: null } }),
			show: (view) => set({ view }),
			read: (discovery, input) => set((now) => ({ inputs: { ...now.inputs, [discovery]: input } })),
			showInSource: (factId) =>
				set((now) => ({ view: "source", target: { factId, request: (now.target?.request ?? 0) + 1 } })),
			showPlace: (discovery, place) =>
				set((now) => ({ view: "source", inputs: { ...now.inputs, [discovery]: place.input }, place })),
			showInAudit: (audit) => set({ view: "audit", audit }),
		}),
		{ name: "factly.navigation", partialize: ({ view, inputs }) => ({ view, inputs }) },
	),
);
