import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { DiscoveryDetail } from "../ipc/bindings";

/** The analyst's location: the discovery, view and Input, and the target that the Source view should scroll to. */

export type ViewId =
	| "overview"
	| "source"
	| "coverage"
	| "guide"
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
export const viewsShowingState: ReadonlySet<ViewId> = new Set<ViewId>(["overview", "work", "known"]);

/** Views that show nothing of what was selected elsewhere. */
export const viewsWithoutSelection: ReadonlySet<ViewId> = new Set<ViewId>(["overview", "work", "documents", "memory"]);

/** A view whose card says what the dock would. */
export const isCardView = (view: ViewId) => view === "review";

/** The board and the outline are two views of one selection. */
export const isMapView = (view: ViewId) => view === "pipeline" || view === "outline";

/** The properties of every view. Selection, navigation and commands come from their stores. */
export interface ViewProps {
	detail: DiscoveryDetail;
}

/** Words of an Input, in UTF-16 units, and the block that they begin in. */
export interface InputLocation {
	input: string;
	block: number;
	start: number;
	end: number;
}

/** A location that the Source view is to bring into view, to mark and to focus: words, or those that prove a fact. */
type SourceTarget = InputLocation | { input: string; block: number; fact: string };

interface Navigation {
	discovery: string | null;
	view: ViewId;
	/** The Input last read in each discovery. */
	inputs: Readonly<Record<string, string>>;
	/** The target that was asked for; none once the Source view shows it. */
	target: SourceTarget | null;
	/** A bundle or run that the Audit view should open. */
	audit: { bundle: string | null; run: string | null };
	open: (discovery: string | null, view: ViewId) => void;
	show: (view: ViewId) => void;
	read: (discovery: string, input: string) => void;
	goTo: (discovery: string, target: SourceTarget) => void;
	showInAudit: (where: { bundle: string | null; run: string | null }) => void;
}

export const useNavigation = create<Navigation>()(
	persist(
		(set) => ({
			discovery: null,
			view: "overview",
			inputs: {},
			target: null,
			audit: { bundle: null, run: null },
			open: (discovery, view) => set({ discovery, view, target: null, audit: { bundle: null, run: null } }),
			show: (view) => set({ view }),
			read: (discovery, input) => set((now) => ({ inputs: { ...now.inputs, [discovery]: input } })),
			goTo: (discovery, target) =>
				set((now) => ({ view: "source", inputs: { ...now.inputs, [discovery]: target.input }, target })),
			showInAudit: (audit) => set({ view: "audit", audit }),
		}),
		{ name: "factly.navigation", partialize: ({ view, inputs }) => ({ view, inputs }) },
	),
);
