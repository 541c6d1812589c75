import { useNavigation, type ViewId } from "./navigation";
import { useSelection } from "./selection";

/** The views that show a fact that was selected in another, and those that show a card. */
const showFacts: ReadonlySet<ViewId> = new Set<ViewId>(["source", "coverage", "review", "facts", "known", "audit"]);
const showCards: ReadonlySet<ViewId> = new Set<ViewId>(["pipeline", "outline"]);

/** Goes to a view as the analyst asked for. A selection that it does not show is let go: keys would act on it unseen. */
export function goToView(view: ViewId): void {
	const { view: from, show } = useNavigation.getState();
	const { factId, label, clear } = useSelection.getState();
	const isShown = (factId !== null && showFacts.has(view)) || (label !== null && showCards.has(view));
	if (view !== from && !isShown) clear();
	show(view);
}
