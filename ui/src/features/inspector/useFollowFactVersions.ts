import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { FactDetail, FactRow } from "../../ipc/bindings";
import { client } from "../../ipc/client";
import { asAppError } from "../../ipc/error";
import { factQuery } from "../../ipc/queries";
import { useNavigation, viewsWithoutSelection } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import { useEditing } from "./editing";

/**
 * Keeps the selection on the version of a fact that stands. A step puts another one in its place, undo takes that out
 * again, and redo brings it back: what is selected goes along. Whoever chose an old version, or writes in one, stays.
 * A fact that was selected by its label is its live version anyway.
 */
export function useFollowFactVersions(): void {
	const view = useNavigation((navigation) => navigation.view);
	const clear = useSelection((selection) => selection.clear);
	// Left over, it would be taken for what the view speaks of, and the keys would go on deciding about it.
	useEffect(() => {
		if (viewsWithoutSelection.has(view)) clear();
	}, [view, clear]);
	const factId = useSelection((selection) => (selection.label === null ? selection.factId : null));
	const fact = useQuery({ ...factQuery(factId ?? ""), enabled: factId !== null });
	const isWrittenIn = useEditing(({ drafts }) => factId !== null && factId in drafts);
	const stood = useRef<string | null>(null);
	const isGone = fact.isError && asAppError(fact.error).code === "not_found";
	// A cached version from before a step may say that the fact is still live, or that it is gone: only the host's last
	// word counts.
	const { data, isStale, isFetching } = fact;
	useEffect(() => {
		if (isFetching || data === undefined || data.fact.id !== factId) return;
		if (isGone) void newestStanding(olderThan(data)).then((id) => goFrom(factId, id));
		else if (isStale) return;
		else if (data.fact.status !== "superseded") stood.current = factId;
		else if (stood.current === factId && !isWrittenIn) goFrom(factId, newestOf(data));
		else stood.current = null;
	}, [data, factId, isFetching, isGone, isStale, isWrittenIn]);
}

function goFrom(from: string, to: string | null): void {
	const { factId, label, origin, select } = useSelection.getState();
	if (to !== null && to !== from && factId === from && label === null) select(to, origin ?? "inspector");
}

/** Of the same label: what another fact took the place of is looked at as what it was. */
function newestOf({ fact, versions }: FactDetail): string | null {
	return versions.find(({ label }) => label === fact.label)?.id ?? null;
}

function olderThan({ fact, versions }: FactDetail): readonly FactRow[] {
	return versions.slice(versions.findIndex(({ id }) => id === fact.id) + 1);
}

/** Several steps may have been undone at once. */
async function newestStanding(versions: readonly FactRow[]): Promise<string | null> {
	for (const { id } of versions) {
		const found = await client.fetchQuery({ ...factQuery(id), staleTime: 0 }).catch(() => null);
		if (found !== null) return id;
	}
	return null;
}
