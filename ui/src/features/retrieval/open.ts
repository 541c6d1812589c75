import type { LibraryHit } from "../../ipc/bindings";
import { openEvidence } from "../../shared/facts/origin";
import { useChatState } from "../../state/chatState";
import { currentDiscovery, openDiscovery } from "../../state/current";
import { goToText } from "../../state/goToText";
import { useNavigation } from "../../state/navigation";
import { useOpenReport } from "../../state/openReport";
import { useSelection } from "../../state/selection";

export type OpenConversation = (discovery: string, conversation: string) => void;

/** Goes to what was found, at its words. */
export function openHit({ discovery, target }: LibraryHit, openConversation: OpenConversation): void {
	if (currentDiscovery() !== discovery) openDiscovery(discovery);
	const { show } = useNavigation.getState();
	switch (target.kind) {
		case "input":
			goToText(discovery, target);
			break;
		case "fact":
			void openEvidence(target.fact, "inspector");
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
			useChatState.setState({ open: true });
			openConversation(discovery, target.conversation);
			break;
	}
}
