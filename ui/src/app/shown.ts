import { useNavigation } from "../state/navigation";
import { usePanels } from "../state/panels";
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

/** Where room is short, an inspector with nothing to show stays closed until it is asked for. */
export function useShowsInspector(): boolean {
	const narrow = useNarrow();
	const tight = useTight();
	const { inspector } = usePreferences();
	const isEmpty = useSelection((selection) => selection.factId === null && selection.label === null);
	const asked = usePanels((panels) => panels.emptyInspector);
	// The Work screen shows the state itself, and has use for the room.
	const atWork = useNavigation(({ view }) => view === "work");
	const hasRoom = narrow ? false : (!tight && !atWork) || asked;
	return inspector && (!isEmpty || hasRoom);
}
