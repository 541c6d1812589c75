import { words } from "../../i18n/useWords";
import { commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import type { Label } from "../../ipc/label";
import { offerUndo } from "../../state/history";
import { useNavigation } from "../../state/navigation";
import { useOpenReport } from "../../state/openReport";
import { reportError } from "../../state/toasts";

/** Opens the report of an Output; one that has none gets it, from what the Output rests on. */
export async function openAsReport(discovery: string, output: Label): Promise<void> {
	try {
		const made = await call(commands.reportOfOutput(discovery, output));
		useOpenReport.setState({ [discovery]: made.value });
		useNavigation.getState().show("reports");
		if (made.step !== null) offerUndo(discovery, made, words("report.written", { label: output }));
	} catch (error) {
		reportError(error);
	}
}
