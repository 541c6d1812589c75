import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { ColumnQuery, ColumnSort, EntityStatus, Kind } from "../../ipc/bindings";
import type { Label } from "../../ipc/label";
import { isMapView, useNavigation } from "../../state/navigation";
import { kinds } from "./kinds";
import { nothingPicked, type PickedCards } from "./picking";

/** State and selection of the Pipeline view. The filters stay while the window is open; folded columns for good. */

export interface ColumnFilter {
	search: string;
	statuses: readonly EntityStatus[];
	sort: ColumnSort;
	orphans: boolean;
	/** Also those that wait for a decision and that nothing rests on. */
	undecided: boolean;
	/** Also those that the rules accepted and that nothing rests on, where they are many. */
	byRules: boolean;
}

/** The sheet over the grid; at most one. */
type Sheet =
	| { kind: "duplicates"; column: Kind }
	| { kind: "derive"; from: readonly Label[] }
	| { kind: "suggestions" };

interface PipelineState {
	/** Searched in every column. */
	search: string;
	archived: boolean;
	filters: Readonly<Record<Kind, ColumnFilter>>;
	folded: readonly Kind[];
	picked: PickedCards;
	hovered: Label | null;
	/** The card that waits for the other end of its link. */
	linking: Label | null;
	peeking: boolean;
	/** The entity whose whole chain takes the place of the grid. */
	report: Label | null;
	sheet: Sheet | null;
	filter: (kind: Kind, change: Partial<ColumnFilter>) => void;
	fold: (kind: Kind, folded: boolean) => void;
	clearFilters: () => void;
}

const plain: ColumnFilter = {
	search: "",
	statuses: [],
	sort: "manual",
	orphans: false,
	undecided: true,
	byRules: true,
};
const noFilters: PipelineState["filters"] = {
	input: plain,
	// The map opens with what the analyst kept; what waits is in the inbox.
	fact: { ...plain, undecided: false, byRules: false },
	insight: plain,
	recommendation: plain,
	output: plain,
};

/** The state that belongs to one discovery, and goes with it. */
const inHand = {
	picked: nothingPicked,
	hovered: null,
	linking: null,
	peeking: false,
	report: null,
	sheet: null,
};

export const usePipeline = create<PipelineState>()(
	persist(
		(set) => ({
			search: "",
			archived: false,
			filters: noFilters,
			folded: [],
			...inHand,
			filter: (kind, change) =>
				set(({ filters }) => ({ filters: { ...filters, [kind]: { ...filters[kind], ...change } } })),
			fold: (kind, folded) =>
				set((now) => ({ folded: folded ? [...now.folded, kind] : now.folded.filter((one) => one !== kind) })),
			clearFilters: () => set({ filters: noFilters, search: "" }),
		}),
		{ name: "factly.pipeline", partialize: ({ folded }) => ({ folded }) },
	),
);

// The selection goes when the analyst leaves the map or the discovery. It follows the navigation and not the life of
// the view, which React may begin twice: what a link selects before the columns are shown would be lost.
useNavigation.subscribe((now, before) => {
	const isLeft = isMapView(before.view) && !isMapView(now.view);
	if (isLeft || now.discovery !== before.discovery) usePipeline.setState(inHand);
});

/** The questions of the five columns. Words for all columns and for one are looked for together. */
export function queriesOf({
	search,
	archived,
	filters,
}: Pick<PipelineState, "search" | "archived" | "filters">): ColumnQuery[] {
	return kinds.map((kind) => {
		const { statuses, sort, orphans, undecided, byRules, search: own } = filters[kind];
		const words = `${search} ${own}`.trim();
		// Who looks for something means all.
		const asksForAll = statuses.length > 0 || words !== "";
		const hides = { hidesUndecided: !undecided && !asksForAll, foldsByRules: !byRules && !asksForAll };
		return { kind, statuses: [...statuses], search: words, sort, archived, orphans, ...hides };
	});
}

export function isFiltered({ search, statuses, orphans }: ColumnFilter): boolean {
	return search !== "" || statuses.length > 0 || orphans;
}
