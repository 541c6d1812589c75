import { useQuery } from "@tanstack/react-query";
import { client } from "../ipc/client";
import { discoveryQuery, preferencesQuery } from "../ipc/queries";
import { useNavigation, type ViewId } from "./navigation";
import { usePanels } from "./panels";
import { changePreferences, usePreferences } from "./preferences";
import { useSelection } from "./selection";

/** The open discovery: the one chosen in this window, else the one that was open when it was last closed. */
export function useCurrentDiscovery(): string | null {
	const chosen = useNavigation((navigation) => navigation.discovery);
	const { lastDiscovery } = usePreferences();
	return chosen ?? lastDiscovery;
}

/** Returns whether that is certain: until the host has answered it is what the window remembers. */
export function useIsDiscoveryCertain(): boolean {
	const isChosen = useNavigation((navigation) => navigation.discovery !== null);
	const { isPending } = useQuery(preferencesQuery);
	return isChosen || !isPending;
}

/** As `useCurrentDiscovery`, at this moment. */
export function currentDiscovery(): string | null {
	const lastDiscovery = client.getQueryData(preferencesQuery.queryKey)?.lastDiscovery ?? null;
	return useNavigation.getState().discovery ?? lastDiscovery;
}

/** As `currentDiscovery`, once it is certain and found: what is asked for at a start may come sooner. */
export async function confirmedDiscovery(): Promise<string | null> {
	await client.ensureQueryData(preferencesQuery);
	const id = currentDiscovery();
	if (id === null) return null;
	const query = discoveryQuery(id);
	await client.ensureQueryData(query).catch(() => {});
	return client.getQueryState(query.queryKey)?.status === "success" ? id : null;
}

/** A discovery opens on what it comes to, unless something in it is asked for. */
export function openDiscovery(id: string | null, view: ViewId = "overview"): void {
	usePanels.getState().draw(false);
	useSelection.getState().clear();
	useNavigation.getState().open(id, view);
	changePreferences({ lastDiscovery: id });
}
