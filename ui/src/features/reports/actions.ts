import { number } from "../../i18n/format";
import { words } from "../../i18n/useWords";
import { type BodyPlace, commands, type Done, type ReportFormat, type SuggestionChoice } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { conversationsQuery } from "../../ipc/chatQueries";
import { client } from "../../ipc/client";
import { useChatState } from "../../state/chatState";
import { chooseConversation } from "../../state/chosenConversation";
import { offerUndo } from "../../state/history";
import { reportError, showFileToast, showToast } from "../../state/toasts";
import { saveAllDrafts } from "./writing";

/** Actions on reports. Each is one step that can be taken back. */

/** Returns the id of the new report. */
export async function createReport(discovery: string, title: string, fromGraph: boolean): Promise<string | null> {
	try {
		const made = await call(commands.reportCreate(discovery, title, fromGraph));
		const [id, label] = made.value;
		offerUndo(discovery, made, words("report.added", { label }));
		return id;
	} catch (error) {
		reportError(error);
		return null;
	}
}

/** Arguments of a report's tool. */
export type ToolArguments = Readonly<Record<string, string | number>>;

/** Carries out the call of a report's tool; says what is wrong where it cannot be done. Returns the section that it adds. */
export async function changeReport(
	discovery: string,
	report: string,
	tool: string,
	given: ToolArguments,
	toast = words("report.changed"),
): Promise<string | null> {
	try {
		// Written text goes first, so that it is in what is moved or replaced.
		await saveAllDrafts();
		const changed = await call(commands.reportCall(report, tool, JSON.stringify(given)));
		offerUndo(discovery, changed, toast);
		return changed.value;
	} catch (error) {
		reportError(error);
		return null;
	}
}

export async function setAppendix(discovery: string, report: string, section: string, is: boolean): Promise<void> {
	await step(discovery, () => call(commands.reportUpdate(report, section, null, null, is)), words("report.changed"));
}

interface InReport {
	discovery: string;
	report: string;
}

export async function acceptSuggestions({ discovery, report }: InReport, choice: SuggestionChoice): Promise<void> {
	const accept = () => call(commands.reportSuggestionAccept(report, choice));
	await step(discovery, accept, words("report.suggestionAccepted"));
}

export async function rejectSuggestions({ discovery, report }: InReport, choice: SuggestionChoice): Promise<void> {
	const reject = () => call(commands.reportSuggestionReject(report, choice));
	await step(discovery, reject, words("report.suggestionRejected"));
}

export async function applyAtOnce({ discovery, report }: InReport, is: boolean): Promise<void> {
	await step(discovery, () => call(commands.reportApplyAtOnce(report, is)), words("report.changed"));
}

export async function restoreVersion(discovery: string, report: string, version: string, name: string): Promise<void> {
	await step(discovery, () => call(commands.reportRestore(report, version)), words("report.restored", { name }));
}

async function step(discovery: string, work: () => Promise<Done<unknown>>, toast: string): Promise<void> {
	try {
		await saveAllDrafts();
		offerUndo(discovery, await work(), toast);
	} catch (error) {
		reportError(error);
	}
}

export async function nameVersion(report: string, name: string): Promise<void> {
	try {
		await saveAllDrafts();
		await call(commands.reportNameVersion(report, name));
		showToast({ title: words("report.versionNamed", { name }) });
	} catch (error) {
		reportError(error);
	}
}

/** Writes the report to a file that the analyst names. */
export async function exportReport(
	report: string,
	title: string,
	format: ReportFormat,
	tracked: boolean,
): Promise<void> {
	try {
		const path = await call(commands.reportChooseExport(title, format));
		if (path === null) return;
		await saveAllDrafts();
		const { stale } = await call(commands.reportExport(report, format, tracked, path));
		const toast =
			stale > 0 ? words("report.exportedStale", { count: stale, shown: number(stale) }) : words("report.exported");
		showFileToast(path, toast);
	} catch (error) {
		reportError(error);
	}
}

/** Suggests what was changed of the report in a file that the analyst chooses. */
export async function importReport(discovery: string, report: string): Promise<void> {
	try {
		const path = await call(commands.reportChooseImport());
		if (path === null) return;
		await saveAllDrafts();
		const made = await call(commands.reportImport(report, path));
		const count = made.value;
		if (count === 0) showToast({ title: words("report.importedNothing") });
		else offerUndo(discovery, made, words("report.imported", { count, shown: number(count) }));
	} catch (error) {
		reportError(error);
	}
}

/** Opens the chat on the conversation that writes a report. */
export async function writeByChat(discovery: string, report: string): Promise<void> {
	try {
		const { id } = await call(commands.reportConversation(report));
		await client.invalidateQueries({ queryKey: conversationsQuery(discovery).queryKey });
		chooseConversation(discovery, id);
		useChatState.setState({ open: true });
	} catch (error) {
		reportError(error);
	}
}

/** Replaces the words at these ranges, wherever they stand so in the report. */
export async function replaceEverywhere(
	{ discovery, report }: { discovery: string; report: string },
	ranges: readonly BodyPlace[],
	by: string,
): Promise<void> {
	// The host replaces what is written so; another case is another word to it.
	for (const find of new Set(ranges.map((found) => found.words))) {
		const toast = words("report.replaced", { count: number(ranges.length) });
		await changeReport(discovery, report, "replace_text", { find, replace: by }, toast);
	}
}
