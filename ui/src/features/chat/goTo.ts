import type { Label } from "../../ipc/label";
import { show } from "../../shared/cards/hand";
import { useNavigation } from "../../state/navigation";

/** Shows an entity where all entities are: highlighted in the grid, and in the inspector. */
export function goTo(label: Label): void {
	useNavigation.getState().show("pipeline");
	show(label, null);
}
