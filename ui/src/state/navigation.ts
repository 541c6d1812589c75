import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { DiscoveryDetail } from "../ipc/bindings";

/** Where the analyst is: which discovery, view and Input, and what the Source view should scroll to. */

export type ViewId = "pipeline" | "source" | "review" | "work" | "items" | "facts" | "audit" | "memory" | "reports";

/** What every view gets. Selection, navigation and commands come from their stores. */
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
	auditTab: "bundles" | "coverage";
	open: (discovery: string | null, view?: ViewId) => void;
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
			view: "source",
			inputs: {},
			target: null,
			place: null,
			audit: { bundle: null, run: null },
			auditTab: "bundles",
			open: (discovery, view) =>
				set((now) => ({ discovery, view: view ?? now.view, target: null, audit: { bundle: null, run: null } })),
			show: (view) => set({ view }),
			read: (discovery, input) => set((now) => ({ inputs: { ...now.inputs, [discovery]: input } })),
			showInSource: (factId) =>
				set((now) => ({ view: "source", target: { factId, request: (now.target?.request ?? 0) + 1 } })),
			showPlace: (discovery, place) =>
				set((now) => ({ view: "source", inputs: { ...now.inputs, [discovery]: place.input }, place })),
			showInAudit: (audit) => set({ view: "audit", audit, auditTab: "bundles" }),
		}),
		{ name: "factly.navigation", partialize: ({ view, inputs }) => ({ view, inputs }) },
	),
);
