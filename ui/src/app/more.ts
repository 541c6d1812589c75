import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { DiscoveryDetail, DiscoveryKind } from "../ipc/bindings";
import { kindOf } from "../shared/discoveries/kind";
import type { ViewId } from "../state/navigation";
import { type RailEntry, railEntries } from "./views";

/** The content of a discovery that brings the places out from under More. */
interface Contents {
	detail: DiscoveryDetail;
	/** Count of the runs of long documents. */
	runs: number;
}

interface More {
	/** The discoveries in which the analyst unfolded it. */
	unfolded: Readonly<Record<string, boolean>>;
	/** Its last state: it is drawn again until it is known what is in the discovery, and nothing moves then. */
	last: { folded: readonly ViewId[]; isUnfolded: boolean };
}

export const useMore = create<More>()(
	persist((): More => ({ unfolded: {}, last: { folded: [], isUnfolded: false } }), { name: "factly.more" }),
);

export const unfoldMore = (discovery: string, isUnfolded: boolean) =>
	useMore.setState(({ unfolded }) => ({ unfolded: { ...unfolded, [discovery]: isUnfolded } }));

/** The views that a discovery of a kind seldom needs. */
const seldom: Record<DiscoveryKind, readonly ViewId[]> = {
	study: ["items", "documents", "memory"],
	plan: ["guide"],
	documents: ["guide", "items", "memory"],
	everything: [],
};

export const isSeldom = (view: ViewId, detail: DiscoveryDetail) => seldom[kindOf(detail)].includes(view);

/** Returns the views that stand under More: those that are seldom needed, but for those that hold something. One that is
 * opened stays there, so that nothing moves. */
export function foldedViews(contents: Contents | null): readonly ViewId[] {
	if (contents === null) return useMore.getState().last.folded;
	return seldom[kindOf(contents.detail)].filter((view) => !hasContent(view, contents));
}

function hasContent(view: ViewId, { detail, runs }: Contents): boolean {
	switch (view) {
		case "guide":
			return detail.inputs.some(({ kind }) => kind === "interview");
		case "items":
			return detail.items > 0;
		case "documents":
			return runs > 0;
		case "memory":
			return detail.pricedLines > 0;
		default:
			return true;
	}
}

/** Returns the entry with the views that are not folded; none where all of them are. */
export function unfoldedEntry(entry: RailEntry, folded: readonly ViewId[]): RailEntry | null {
	const [first, ...others] = entry.views.filter(({ id }) => !folded.includes(id));
	return first ? { ...entry, views: [first, ...others] } : null;
}

/** Returns an entry of its own for each folded view, in the order of the rail. */
export function foldedEntries(folded: readonly ViewId[]): RailEntry[] {
	return railEntries.flatMap(({ icon, views }) =>
		views.filter(({ id }) => folded.includes(id)).map((view) => ({ title: view.title, icon, views: [view] as const })),
	);
}
