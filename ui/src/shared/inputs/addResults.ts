import { readingNoteText } from "../../components/readingNote";
import { translateMessage } from "../../i18n/backendMessages";
import { number } from "../../i18n/format";
import { words } from "../../i18n/useWords";
import type { AddReport, InputSummary, NamedRemark } from "../../ipc/bindings";
import { askConsent } from "../../state/consent";
import { currentDiscovery, openDiscovery } from "../../state/current";
import { useNavigation } from "../../state/navigation";
import { reportError, showToast, toasts } from "../../state/toasts";
import { readInput } from "./reading";
import { showAddReport } from "./report";

/** As much as a few short notes can say. */
const SHORT = 3;

/** The notes of what could not be added: they go once something could. */
let failed: string[] = [];

export function reportAddFailure(error: unknown, title: string): void {
	failed.push(reportError(error, title));
}

/** Reports the added texts, the parts dropped from them, and each file that was not added, where they are few. Only a
 * reader is taken to the new text. */
export function reportAdded(discovery: string, report: AddReport): void {
	const { added, failures, notes, cancelled, unread } = report;
	const isMuch = isLong(report);
	const asks = unread?.code === "consent_needed";
	const [first] = added;
	if (first) {
		for (const id of failed) toasts.close(id);
		failed = [];
		const isReading = currentDiscovery() === discovery && useNavigation.getState().view === "source";
		const show = () => showInput(discovery, first.id);
		if (isReading) show();
		const count = added.reduce((sum, input) => sum + input.facts, 0);
		const facts = number(count);
		const title = unread
			? words("inputs.addedUnread", { count: added.length, label: first.label, inputs: number(added.length) })
			: added.length === 1
				? words("inputs.added", { label: first.label, count, facts })
				: words("inputs.addedMany", { inputs: number(added.length), count, facts });
		const description = [
			unread ? "" : outcomeOf(added),
			isMuch ? "" : sentences(notes),
			cancelled ? words("inputs.stopped") : "",
		].filter(Boolean);
		const leadsToInbox = (isReading || added.length > 1) && added.some((input) => input.facts > input.kept);
		const inbox = { words: words("overview.do.decide"), run: () => showInbox(discovery) };
		const action = leadsToInbox ? inbox : !isReading && { words: words("inputs.show"), run: show };
		if (!asks) showToast({ title, description: description.join(" "), staysLonger: true, ...(action && { action }) });
	}
	if (isStoppedBefore(report)) showToast({ title: words("inputs.stoppedBefore") });
	// The result of the answer is reported then; a note now would only lie over the question.
	if (asks) void readOnceAllowed(discovery, report);
	else if (unread) reportError(unread);
	if (isMuch) return;
	for (const { name, error } of failures) {
		const message = { template: "{}: {}", args: [name, error.message] };
		const shownError = translateMessage(error.message).includes(name) ? error : { ...error, message };
		reportAddFailure(shownError, words("inputs.notAdded", { count: 1 }));
	}
}

/** Says how many of the new facts are accepted already, and how many are not. */
export function outcomeOf(added: readonly Pick<InputSummary, "facts" | "kept">[]): string {
	const kept = added.reduce((sum, input) => sum + input.kept, 0);
	const waiting = added.reduce((sum, input) => sum + input.facts, 0) - kept;
	return [
		kept > 0 && words("inputs.byRules", { count: kept, shown: number(kept) }),
		waiting > 0 && words("inputs.toDecide", { count: waiting, shown: number(waiting) }),
	]
		.filter(Boolean)
		.join(" ");
}

function showInbox(discovery: string): void {
	if (currentDiscovery() === discovery) useNavigation.getState().show("review");
	else openDiscovery(discovery, "review");
}

/** Returns whether the analyst stopped it while there was nothing to keep yet. */
export function isStoppedBefore({ added, cancelled }: AddReport): boolean {
	return cancelled && added.length === 0;
}

/** A report that is too long for notes. */
export function showLongReport(report: AddReport): void {
	if (isLong(report)) showAddReport(report);
}

function isLong({ failures, notes }: AddReport): boolean {
	return failures.length + notes.length > SHORT;
}

/** Reads an added text once it may be sent. If it may not, it stays, and can be read at any time. */
async function readOnceAllowed(discovery: string, report: AddReport): Promise<void> {
	try {
		if (!(await askConsent(discovery, "extraction"))) {
			showToast({ title: words("inputs.notSent"), description: sentences(report.notes) });
			return;
		}
		const read: AddReport[] = [];
		for (const input of report.added) read.push(await readInput(input));
		reportAdded(discovery, {
			added: read.flatMap(({ added }) => added),
			heldBack: [],
			failures: [],
			notes: report.notes,
			cancelled: read.some(({ cancelled }) => cancelled),
			unread: read.findLast(({ unread }) => unread !== null)?.unread ?? null,
		});
	} catch (error) {
		reportError(error);
	}
}

function sentences(notes: readonly NamedRemark[]): string {
	return notes.map((named) => readingNoteText(named.note)).join(" ");
}

export function showInput(discovery: string, input: string): void {
	useNavigation.getState().read(discovery, input);
	if (currentDiscovery() === discovery) useNavigation.getState().show("source");
	else openDiscovery(discovery, "source");
}
