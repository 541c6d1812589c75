import type { Card } from "../../ipc/bindings";
import type { Label } from "../../ipc/label";
import { useNavigation } from "../../state/navigation";
import { openDetails, showDetailsTab } from "../../state/panels";
import { useSelection } from "../../state/selection";
import { kindOf } from "./kinds";
import { nothingPicked, type Press, pickedAfterPress } from "./picking";
import { usePipeline } from "./state";

type Origin = ReturnType<typeof useSelection.getState>["origin"];

/** The analyst's selection in the grid, and in the inspector with it. */

export function selectCard(card: Pick<Card, "label" | "id">, how: Press = "one", between: readonly Label[] = []): void {
	const { linking, picked } = usePipeline.getState();
	if (linking !== null) {
		usePipeline.setState({ picked: { ...picked, active: card.label } });
		return;
	}
	usePipeline.setState({ picked: pickedAfterPress(picked, card.label, how, between), peeking: false });
	const factId = kindOf(card.label) === "fact" ? card.id : null;
	useSelection.getState().selectEntity(card.label, factId, "pipeline");
	showDetailsTab();
}

export function clearCardSelection(): void {
	usePipeline.setState({ picked: nothingPicked, peeking: false, linking: null });
	useSelection.getState().clear();
}

/** The cards that an action is for: all that are selected. */
export function selectedLabels(): Label[] {
	const { selected, active } = usePipeline.getState().picked;
	if (selected.size > 0) return [...selected];
	return active === null ? [] : [active];
}

/** Goes to a card on the map, with its details beside it. */
export function showOnMap(label: Label): void {
	useNavigation.getState().show("pipeline");
	selectLinked(label, "pipeline");
	openDetails();
}

/** Selects what a link leads to: in the grid and the inspector, wherever the inspector stands. */
export function selectLinked(label: Label, origin: Origin): void {
	usePipeline.setState({ picked: pickedAfterPress(usePipeline.getState().picked, label, "one") });
	useSelection.getState().selectEntity(label, null, origin ?? "pipeline");
}
