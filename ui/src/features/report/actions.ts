import { words } from "../../i18n/useWords";
import { commands, type Report } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { offerUndo } from "../../state/history";
import { note, reportError } from "../../state/toasts";

/** What is done to reports. Each is one step that can be taken back. */

export async function createReport(discovery: string, title: string, fromGraph: boolean): Promise<Report | null> {
	try {
		const made = await call(commands.reportCreate(discovery, title, fromGraph));
		offerUndo(discovery, made, words("report.added", { label: made.value.label }));
		return made.value;
	} catch (error) {
		reportError(error);
		return null;
	}
}

/** Carries out the call of a report's tool; says what is wrong where it cannot be done. */
export async function changeReport(
	discovery: string,
	report: string,
	tool: string,
	given: Readonly<Record<string, string>>,
): Promise<Report | null> {
	try {
		const changed = await call(commands.reportCall(report, tool, JSON.stringify(given)));
		// Writing is undone as writing is everywhere, without an offer at each pause.
		if (tool !== "set_section_body")
			offerUndo(discovery, changed, words("report.changed", { label: changed.value.label }));
		return changed.value;
	} catch (error) {
		reportError(error);
		return null;
	}
}

export async function saveReport(report: string, title: string): Promise<void> {
	try {
		const path = await call(commands.reportChooseFile(title));
		if (path === null) return;
		await call(commands.reportSave(report, path));
		note({ title: words("report.saved"), description: path });
	} catch (error) {
		reportError(error);
	}
}
