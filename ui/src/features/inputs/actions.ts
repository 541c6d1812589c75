import { currentDiscovery, openDiscovery } from "../../app/current";
import { offerUndo } from "../../app/history";
import { useNavigation } from "../../app/navigation";
import { note, reportError } from "../../app/toasts";
import { number } from "../../i18n/format";
import { words } from "../../i18n/useWords";
import { type AddReport, commands, type InputSummary } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { client } from "../../ipc/client";
import { preferencesQuery } from "../../ipc/queries";
import { changeDiscovery } from "../library/actions";
import { askConsent } from "../providers/consent";
import { offerImport } from "../transfer/waiting";
import { readInput } from "./reading";
import { runTask } from "./tasks";

/** Adding, finishing, renaming and deleting Inputs. With no discovery open, adding starts one named after the text. */

export async function addText(discovery: string | null, title: string, text: string): Promise<void> {
	const name = title === "" ? firstLine(text) : title;
	await addTo(discovery, name || words("start.untitled"), (home) =>
		runTask(words("inputs.adding", { name }), (task, progress) =>
			call(commands.inputAddText(home, title === "" ? null : title, text, task, progress)),
		),
	);
}

/** Files that came without a word about what they are: discoveries to import, or texts to add. */
export async function takeFiles(discovery: string | null, paths: readonly string[]): Promise<void> {
	const isJson = (path: string) => /\.json$/i.test(path);
	offerImport(paths.filter(isJson));
	await addFiles(
		discovery,
		paths.filter((path) => !isJson(path)),
	);
}

async function addFiles(discovery: string | null, paths: readonly string[]): Promise<void> {
	if (paths.length === 0) return;
	const first = fileName(paths[0] ?? "");
	const name = paths.length === 1 ? first : words("inputs.files", { count: paths.length });
	try {
		await addTo(discovery, titleOf(first), (home) =>
			runTask(words("inputs.adding", { name }), (task, progress) =>
				call(commands.inputAddFiles(home, [...paths], task, progress)),
			),
		);
	} catch (error) {
		reportError(error, words("inputs.failed"));
	}
}

type Add = (home: string) => Promise<AddReport>;

async function addTo(discovery: string | null, title: string, add: Add): Promise<void> {
	if (discovery !== null) tell(discovery, await add(discovery));
	else await addToNew(title, add);
}

/** The host adds to a discovery only, so it is made first; of one to which nothing could be added nothing stays. */
async function addToNew(title: string, add: Add): Promise<void> {
	const before = currentDiscovery();
	const { id } = await call(commands.discoveryCreate(title, ""));
	try {
		const report = await add(id);
		const [first] = report.added;
		const fit = first?.fileName ? titleOf(first.fileName) : title;
		if (fit !== title) await changeDiscovery(id, { title: fit });
		if (first && currentDiscovery() === before) openDiscovery(id, "source");
		tell(id, report);
	} finally {
		await discardEmpty(id);
	}
}

async function discardEmpty(discovery: string): Promise<void> {
	try {
		const { inputs } = await call(commands.discoveryOpen(discovery));
		if (inputs.length === 0) await call(commands.discoveryDelete(discovery));
	} catch (error) {
		reportError(error);
	}
}

export async function addChosenFiles(discovery: string | null): Promise<void> {
	try {
		await addFiles(discovery, await call(commands.inputChooseFiles()));
	} catch (error) {
		reportError(error, words("inputs.failed"));
	}
}

/** Files that a start of the application has named; they go where dropped ones would. */
export async function addHandedFiles(): Promise<void> {
	try {
		const paths = await call(commands.inputHandedFiles());
		if (paths.length === 0) return;
		// At the very start it may not be known yet which discovery was open.
		await client.ensureQueryData(preferencesQuery);
		await takeFiles(currentDiscovery(), paths);
	} catch (error) {
		reportError(error, words("inputs.failed"));
	}
}

export async function renameInput(id: string, title: string): Promise<void> {
	await call(commands.inputRename(id, title)).catch((error: unknown) => reportError(error));
}

export async function deleteInput(discovery: string, { id, label }: InputSummary): Promise<void> {
	try {
		offerUndo(discovery, await call(commands.inputDelete(id)), words("inputs.deleted", { label }));
	} catch (error) {
		reportError(error);
	}
}

/** What was added, what was dropped from it, and each file that was not. Only a reader is taken to the new text. */
function tell(discovery: string, report: AddReport): void {
	const { added, failures, notes, cancelled, unread } = report;
	const asks = unread?.code === "consent_needed";
	const last = added.at(-1);
	if (last) {
		const isReading = currentDiscovery() === discovery && useNavigation.getState().view === "source";
		const show = () => showInput(discovery, last.id);
		if (isReading) show();
		const count = added.reduce((sum, input) => sum + input.facts, 0);
		const facts = number(count);
		const title = unread
			? words("inputs.addedUnread", { count: added.length, label: last.label, inputs: number(added.length) })
			: added.length === 1
				? words("inputs.added", { label: last.label, count, facts })
				: words("inputs.addedMany", { inputs: number(added.length), count, facts });
		const description = [sentences(notes), cancelled ? words("inputs.stopped") : ""].join(" ").trim();
		if (!asks) note({ title, description, ...(!isReading && { action: { words: words("inputs.show"), run: show } }) });
	}
	// What the answer leads to is told then; a note now would only lie over the question.
	if (asks) void readOnceAllowed(discovery, report);
	else if (unread) reportError(unread);
	for (const { name, error } of failures) {
		const kept = error.message.includes(name) ? error : { ...error, message: `${name}: ${error.message}` };
		reportError(kept, words("inputs.notAdded", { count: 1 }));
	}
}

/** What was added waits until it may be sent. If it may not, it stays, and can be read at any time. */
async function readOnceAllowed(discovery: string, report: AddReport): Promise<void> {
	try {
		if (!(await askConsent(discovery, "extraction"))) {
			note({ title: words("inputs.notSent"), description: sentences(report.notes) });
			return;
		}
		const read: AddReport[] = [];
		for (const input of report.added) read.push(await readInput(input));
		tell(discovery, {
			added: read.flatMap(({ added }) => added),
			failures: [],
			notes: report.notes,
			cancelled: read.some(({ cancelled }) => cancelled),
			unread: read.findLast(({ unread }) => unread !== null)?.unread ?? null,
		});
	} catch (error) {
		reportError(error);
	}
}

function sentences(notes: readonly string[]): string {
	return notes.map((line) => `${line}.`).join(" ");
}

function showInput(discovery: string, input: string): void {
	useNavigation.getState().read(discovery, input);
	if (currentDiscovery() === discovery) useNavigation.getState().show("source");
	else openDiscovery(discovery, "source");
}

function firstLine(text: string): string {
	return (text.trimStart().split("\n", 1)[0] ?? "").slice(0, 60);
}

function fileName(path: string): string {
	return path.split(/[/\\]/).at(-1) ?? path;
}

function titleOf(file: string): string {
	return file.replace(/\.\w+$/, "");
}
