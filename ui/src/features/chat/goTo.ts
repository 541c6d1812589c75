import type { Label } from "../../ipc/label";
import { selectLinked } from "../../shared/cards/cardSelection";
import { useNavigation } from "../../state/navigation";

/** Shows an entity where all entities are: highlighted in the grid, and in the inspector. */
export function goTo(label: Label): void {
	useNavigation.getState().show("pipeline");
	selectLinked(label, null);
}
