import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { ViewId } from "./navigation";
import { changePreferences, usePreferences } from "./preferences";

/** Widths of side panels in pixels. Whether they are open is a preference of the host. */

/** The side panels of the window, and of the Work screen. */
export type PanelId = "sidebar" | "inspector" | "questions" | "state";

export const limits: Record<PanelId, { min: number; max: number; start: number }> = {
	sidebar: { min: 168, max: 400, start: 208 },
	inspector: { min: 260, max: 560, start: 300 },
	questions: { min: 200, max: 640, start: 320 },
	state: { min: 200, max: 560, start: 280 },
};

/** The selected thing, or the chat. */
export type DockTab = "details" | "ask";

interface Panels {
	/** Those that were moved. */
	widths: Partial<Record<PanelId, number>>;
	/** True if the library lies over the view, in a narrow window; never remembered. */
	drawer: boolean;
	/** The views beside which the dock was asked for where it does not open by itself; never remembered. */
	dockOpened: Partial<Record<ViewId, boolean>>;
	/** The tab of the dock on the right. */
	dock: DockTab;
	resize: (panel: PanelId, width: number) => void;
	draw: (drawer: boolean) => void;
}

export const usePanels = create<Panels>()(
	persist(
		(set) => ({
			widths: {},
			drawer: false,
			dockOpened: {},
			dock: "details",
			draw: (drawer) => set({ drawer }),
			resize: (panel, width) => {
				const { min, max } = limits[panel];
				const clamped = Math.round(Math.min(max, Math.max(min, width)));
				set((now) => ({ widths: { ...now.widths, [panel]: clamped } }));
			},
		}),
		{ name: "factly.panels", partialize: ({ widths, dock }) => ({ widths, dock }) },
	),
);

/** Shows the details where the dock is open. */
export function showDetailsTab(): void {
	usePanels.setState({ dock: "details" });
}

/** Opens the dock for what is selected, or is being edited. */
export function openDetails(): void {
	showDetailsTab();
	changePreferences({ inspector: true });
}

/** Returns whether the dock shows the details of a fact that is selected in a text. */
export function useDockShowsSelected(): boolean {
	const { inspector } = usePreferences();
	return usePanels(({ dock }) => dock === "details") && inspector;
}

export function widthOf({ widths }: Pick<Panels, "widths">, panel: PanelId): number {
	return widths[panel] ?? limits[panel].start;
}
