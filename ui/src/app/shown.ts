import { statelyViews, useNavigation } from "../state/navigation";
import { type DockTab, usePanels } from "../state/panels";
import { usePreferences } from "../state/preferences";
import { useSelection } from "../state/selection";
import { useNarrow, useTight } from "./narrow";

/** Which side panels can be seen: what the analyst prefers, as far as there is room and something to show. */

export function useShowsLibrary(): boolean {
	const narrow = useNarrow();
	const { sidebar } = usePreferences();
	const drawer = usePanels((panels) => panels.drawer);
	return narrow ? drawer : sidebar;
}

/** The Work screen has the conversation in itself, and there is one at a time. */
export function useDockTab(): DockTab {
	const atWork = useNavigation(({ view }) => view === "work");
	const dock = usePanels((panels) => panels.dock);
	return atWork ? "details" : dock;
}

/** Where room is short, an inspector with nothing to show stays closed until it is asked for. */
export function useShowsInspector(): boolean {
	const narrow = useNarrow();
	const tight = useTight();
	const { inspector } = usePreferences();
	const isEmpty = useSelection((selection) => selection.factId === null && selection.label === null);
	const asks = useDockTab() === "ask";
	const asked = usePanels((panels) => panels.emptyInspector);
	// These show what is known themselves, and have use for the room.
	const showsState = useNavigation(({ view }) => statelyViews.has(view));
	// The card of the inbox says what the inspector would, and needs the room under it for the decisions.
	const hasCard = useNavigation(({ view }) => view === "review");
	const hasRoom = narrow ? false : (!tight && !showsState) || asked;
	return inspector && (asks || (!(narrow && hasCard) && (!isEmpty || hasRoom)));
}
