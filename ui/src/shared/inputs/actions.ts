import { words } from "../../i18n/useWords";
import { type AddReport, commands, type HeldText, type InputSummary } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { confirmedDiscovery, currentDiscovery, openDiscovery } from "../../state/current";
import { offerUndo } from "../../state/history";
import { runTask } from "../../state/tasks";
import { reportError, showToast } from "../../state/toasts";
import { offerImport } from "../../state/waitingImports";
import { changeDiscovery } from "../discoveries/actions";
import { isStoppedBefore, reportAdded, reportAddFailure, showInput, showLongReport } from "./addResults";
import { askAboutSimilarTexts } from "./similarTexts";

/** Adding, finishing, renaming and deleting Inputs. With no discovery open, adding starts one named after the text. */

/** False where the analyst stopped it, or left it at that a text is an Input already, or nearly. `onAsk` is told before that is asked. */
export async function addText(
	discovery: string | null,
	title: string,
	{ text, html }: { text: string; html: string | null },
	onAsk?: () => void,
): Promise<boolean> {
	const name = title === "" ? firstLine(text) : title;
	const add: Add = (home, again) =>
		runTask(words("inputs.adding", { name }), (task, progress) =>
			call(
				commands.inputAddText(
					home,
					{ title: title === "" ? null : title, text, html },
					again !== undefined,
					task,
					progress,
				),
			),
		);
	return await addTo(discovery, name || words("start.untitled"), add, onAsk);
}

/** Files that came without a word about what they are: discoveries to import, or texts to add. */
export async function addOrImportFiles(discovery: string | null, paths: readonly string[]): Promise<void> {
	const isJson = (path: string) => /\.json$/i.test(path);
	offerImport(paths.filter(isJson));
	await addFiles(
		discovery,
		paths.filter((path) => !isJson(path)),
	);
}

const isLibrary = (path: string) => /\.factly$/i.test(path);

/** A library is no Input: it is opened beside the one that is open. */
function offerLibrary(path: string): void {
	const run = () => void call(commands.libraryOpen(path)).catch((error: unknown) => reportError(error));
	showToast({
		title: words("inputs.isLibrary", { name: fileName(path) }),
		description: words("inputs.isLibraryText"),
		action: { words: words("inputs.openLibrary"), run },
	});
}

async function addFiles(discovery: string | null, given: readonly string[]): Promise<void> {
	for (const path of given.filter(isLibrary)) offerLibrary(path);
	const paths = given.filter((path) => !isLibrary(path));
	if (paths.length === 0) return;
	const first = fileName(paths[0] ?? "");
	const name = paths.length === 1 ? first : words("inputs.files", { count: paths.length });
	const those = (again?: readonly HeldText[]) =>
		again?.flatMap(({ path, place }) => path ?? paths[place] ?? []) ?? [...paths];
	const add: Add = (home, again) =>
		runTask(words("inputs.adding", { name }), (task, progress) =>
			call(commands.inputAddFiles(home, those(again), again !== undefined, task, progress)),
		);
	try {
		await addTo(discovery, titleOf(first), add);
	} catch (error) {
		reportAddFailure(error, words("inputs.failed"));
	}
}

/** All of it, or again those that were held back, though Inputs have their texts, or nearly. */
type Add = (home: string, again?: readonly HeldText[]) => Promise<AddReport>;

/** False where nothing of what was held back is to be added or seen. */
async function addTo(discovery: string | null, title: string, add: Add, onAsk?: () => void): Promise<boolean> {
	if (discovery === null) return await addToNew(title, add, onAsk);
	return await settle(discovery, await add(discovery), add, onAsk);
}

/** Tells what was added, asks about what was held back, and only then shows a long report, which says what became of it. */
async function settle(discovery: string, report: AddReport, add: Add, onAsk?: () => void): Promise<boolean> {
	reportAdded(discovery, report);
	const held = report.heldBack;
	if (held.length > 0) onAsk?.();
	const answer = held.length > 0 ? await askAboutSimilarTexts(held, ({ id }) => showInput(discovery, id)) : null;
	if (answer === "anyway") reportAdded(discovery, await add(discovery, held));
	showLongReport(answer === "anyway" ? { ...report, heldBack: [] } : report);
	return answer !== "none" && !isStoppedBefore(report);
}

/** The host adds to a discovery only, so it is made first; of one to which nothing could be added nothing stays. */
async function addToNew(title: string, add: Add, onAsk?: () => void): Promise<boolean> {
	const before = currentDiscovery();
	const { id } = await call(commands.discoveryCreate(title, "", null));
	try {
		const report = await add(id);
		const [first] = report.added;
		const fit = first?.fileName ? titleOf(first.fileName) : title;
		if (fit !== title) await changeDiscovery(id, { title: fit });
		if (first && currentDiscovery() === before) openDiscovery(id, "source");
		return await settle(id, report, add, onAsk);
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
		reportAddFailure(error, words("inputs.failed"));
	}
}

export async function addChosenFolder(discovery: string | null): Promise<void> {
	try {
		await addFiles(discovery, await call(commands.inputChooseFolder()));
	} catch (error) {
		reportAddFailure(error, words("inputs.failed"));
	}
}

/** Files that a start of the application has named; they go where dropped ones would. */
export async function addLaunchFiles(): Promise<void> {
	try {
		const paths = await call(commands.inputLaunchFiles());
		if (paths.length === 0) return;
		await addOrImportFiles(await confirmedDiscovery(), paths);
	} catch (error) {
		reportAddFailure(error, words("inputs.failed"));
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

function firstLine(text: string): string {
	return (text.trimStart().split("\n", 1)[0] ?? "").slice(0, 60);
}

function fileName(path: string): string {
	return path.split(/[/\\]/).at(-1) ?? path;
}

function titleOf(file: string): string {
	return file.replace(/\.\w+$/, "");
}
