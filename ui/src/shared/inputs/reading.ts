import { words } from "../../i18n/useWords";
import { type AddReport, commands, type InputSummary } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { withConsent } from "../../state/consent";
import { runTask } from "../../state/tasks";
import { reportError, showToast } from "../../state/toasts";

/** Reads what nobody has read of an Input yet; where that would send it, the analyst is asked. */
export async function readRemainder(discovery: string, input: InputSummary): Promise<void> {
	try {
		const report = await withConsent(discovery, "extraction", () => readInput(input));
		if (report?.unread) reportError(report.unread);
		if (report?.cancelled) showToast({ title: words("inputs.stopped") });
	} catch (error) {
		reportError(error);
	}
}

export function readInput({ id, label }: InputSummary): Promise<AddReport> {
	return runTask(words("inputs.readingRest", { label }), (task, progress) =>
		call(commands.inputReadRest(id, task, progress)),
	);
}
