import type { LibraryHit } from "../../ipc/bindings";
import { openWords } from "../../shared/facts/origin";
import { useDoor } from "../../state/chatDoor";
import { currentDiscovery, openDiscovery } from "../../state/current";
import { useNavigation } from "../../state/navigation";
import { useOpenReport } from "../../state/openReport";
import { goToWords } from "../../state/places";
import { useSelection } from "../../state/selection";

export type OpenConversation = (discovery: string, conversation: string) => void;

/** Goes to what was found, at its words. */
export function openHit({ discovery, target }: LibraryHit, openConversation: OpenConversation): void {
	if (currentDiscovery() !== discovery) openDiscovery(discovery);
	const { show } = useNavigation.getState();
	switch (target.kind) {
		case "input":
			goToWords(discovery, target);
			break;
		case "fact":
			void openWords(target.fact, "inspector");
			break;
		case "entity":
			show("pipeline");
			useSelection.getState().selectEntity(target.label, null, "inspector");
			break;
		case "report":
			useOpenReport.setState({ [discovery]: target.report });
			show("reports");
			break;
		case "message":
			useDoor.setState({ open: true });
			openConversation(discovery, target.conversation);
			break;
	}
}
