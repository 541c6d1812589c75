import { useNavigation } from "../../app/navigation";
import type { Label } from "../../ipc/label";
import { show } from "../pipeline/hand";

/** Shows an entity where all entities are: highlighted in the grid, and in the inspector. */
export function goTo(label: Label): void {
	useNavigation.getState().show("pipeline");
	show(label, null);
}
