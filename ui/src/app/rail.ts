import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { DiscoveryDetail } from "../ipc/bindings";
import type { ViewId } from "../state/navigation";
import { type Group, groups } from "./views";

/** The content of a discovery that fills the groups of the rail. */
interface Contents {
	detail: DiscoveryDetail;
	/** Reports and documents. */
	written: number;
}

type OpenGroups = Readonly<Partial<Record<Group["id"], boolean>>>;

/** The last state of the groups: it is drawn again until it is known what is in them, and nothing moves then. */
export const useLastOpenGroups = create<{ last: OpenGroups }>()(
	persist(() => ({ last: {} as OpenGroups }), { name: "factly.rail" }),
);

/** Returns the groups that show their entries: as the analyst wants it, else those that have content or hold what is
 * open. */
export function openGroups(open: ViewId, contents: Contents | null, wanted: OpenGroups): OpenGroups {
	if (contents === null) return useLastOpenGroups.getState().last;
	return Object.fromEntries(groups.map(({ id }) => [id, wanted[id] ?? isUsed(id, open, contents)]));
}

function isUsed(id: Group["id"], open: ViewId, contents: Contents): boolean {
	const holdsOpen = groups.some(
		(group) => group.id === id && group.entries.some(({ views }) => views.some((view) => view.id === open)),
	);
	return holdsOpen || hasContent(id, contents);
}

function hasContent(id: Group["id"], { detail, written }: Contents): boolean {
	switch (id) {
		case "decide":
		case "conclude":
			return detail.discovery.facts > 0;
		case "deliver":
			return written > 0;
		default:
			return true;
	}
}
