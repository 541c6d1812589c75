import { useEditing } from "../features/inspector/editing";
import { isCardView, useNavigation } from "../state/navigation";
import { type DockTab, usePanels } from "../state/panels";
import { changePreferences, usePreferences } from "../state/preferences";
import { useSelection } from "../state/selection";
import { useIsNarrow } from "./windowWidth";

/** Visibility of the side panels: the analyst's preferences, as far as there is room and something to show. */

export function useIsLibraryShown(): boolean {
	const narrow = useIsNarrow();
	const { sidebar } = usePreferences();
	const drawer = usePanels((panels) => panels.drawer);
	return narrow ? drawer : sidebar;
}

/** The Questions have the conversation in themselves, and there is one at a time. */
export function useDockTab(): DockTab {
	const atWork = useNavigation(({ view }) => view === "work");
	const dock = usePanels((panels) => panels.dock);
	return atWork ? "details" : dock;
}

/** Returns whether the dock opens unasked: for the chat, where that is what it shows, and for a selected or edited
 * thing, where no card shows it. */
function useDockOpensUnasked(): boolean {
	const asks = useDockTab() === "ask";
	const isSelected = useSelection((selection) => selection.factId !== null || selection.label !== null);
	const factId = useSelection((selection) => selection.factId);
	const isEditing = useEditing(({ drafts }) => factId !== null && factId in drafts);
	const hasCard = useNavigation(({ view }) => isCardView(view));
	return asks || (isSelected && (!hasCard || isEditing));
}

/** With nothing to show, or beside the card that shows it, the dock stays closed until it is asked for. */
export function useIsDockShown(): boolean {
	const { inspector } = usePreferences();
	const view = useNavigation((navigation) => navigation.view);
	const isAsked = usePanels(({ dockOpened: opened }) => opened[view] ?? false);
	const opens = useDockOpensUnasked();
	return inspector && (opens || isAsked);
}

/** Opens the dock beside the view, or closes it; where it would not open by itself, it is not closed everywhere. */
export function useToggleDock(): () => void {
	const shows = useIsDockShown();
	const opens = useDockOpensUnasked();
	const view = useNavigation((navigation) => navigation.view);
	return () => {
		usePanels.setState(({ dockOpened: opened }) => ({ dockOpened: { ...opened, [view]: !shows } }));
		if (opens || !shows) changePreferences({ inspector: !shows });
	};
}
