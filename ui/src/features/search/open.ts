import type { LibraryHit } from "../../ipc/bindings";
import type { Label } from "../../ipc/label";
import { useDoor } from "../../state/chatDoor";
import { currentDiscovery, openDiscovery } from "../../state/current";
import { useNavigation } from "../../state/navigation";
import { useSelection } from "../../state/selection";

export type OpenConversation = (discovery: string, conversation: string) => void;

/** Goes to what was found, at its words. */
export function openHit({ discovery, target }: LibraryHit, openConversation: OpenConversation): void {
	if (currentDiscovery() !== discovery) openDiscovery(discovery);
	const { show, showPlace, showInSource } = useNavigation.getState();
	const { select, selectEntity } = useSelection.getState();
	switch (target.kind) {
		case "input":
			showPlace(discovery, target);
			break;
		case "fact":
			select(target.fact, "inspector");
			if (target.hasEvidence) showInSource(target.fact);
			else show("facts");
			break;
		case "entity":
			show("pipeline");
			selectEntity(target.label as Label, null, "inspector");
			break;
		case "message":
			useDoor.setState({ open: true });
			openConversation(discovery, target.conversation);
			break;
	}
}
