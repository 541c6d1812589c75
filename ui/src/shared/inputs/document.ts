import { words } from "../../i18n/useWords";
import { commands, type Document, type DocumentChange, type InputKind } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { offerUndo } from "../../state/history";
import { openDetails } from "../../state/panels";
import { useSelection } from "../../state/selection";
import { reportError, showFileToast } from "../../state/toasts";

/** Actions on the document of an Input. */

export const inputKinds: readonly InputKind[] = ["interview", "report", "minutes", "mail", "data", "web_page", "other"];

export async function updateDocument(
	discovery: string,
	{ inputId, label }: Document,
	change: DocumentChange,
): Promise<void> {
	offerUndo(discovery, await call(commands.documentDescribe(inputId, change)), words("document.described", { label }));
}

/** Opens what is known of a source beside the view. */
export function showDocument(label: string): void {
	useSelection.getState().selectEntity(label, null, "source");
	openDetails();
}

export async function saveOriginal(input: string): Promise<void> {
	try {
		const path = await call(commands.documentSave(input));
		if (path !== null) showFileToast(path, words("document.savedTo"));
	} catch (error) {
		reportError(error);
	}
}
