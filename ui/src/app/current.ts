import { client } from "../ipc/client";
import { preferencesQuery } from "../ipc/queries";
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

/** As `useCurrentDiscovery`, at this moment. */
export function currentDiscovery(): string | null {
	const kept = client.getQueryData(preferencesQuery.queryKey)?.lastDiscovery ?? null;
	return useNavigation.getState().discovery ?? kept;
}

export function openDiscovery(id: string | null, view?: ViewId): void {
	usePanels.getState().draw(false);
	useSelection.getState().clear();
	useNavigation.getState().open(id, view);
	changePreferences({ lastDiscovery: id });
}
