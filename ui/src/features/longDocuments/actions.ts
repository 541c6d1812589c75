import { number } from "../../i18n/format";
import { words } from "../../i18n/useWords";
import { commands, type DocumentAsk, type DocumentRecipe, type DocumentRun } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { askConsentOfModels } from "../../state/consent";
import { offerUndo } from "../../state/history";
import { useNavigation } from "../../state/navigation";
import { useOpenDocument } from "../../state/openDocument";
import { useOpenReport } from "../../state/openReport";
import { reportError, showFileToast, showToast } from "../../state/toasts";
import { typedAmount } from "./names";

/** Actions on runs and on the wallet. A message about one is given where it is shown; a failure is a toast. */

async function done<T>(work: () => Promise<T>): Promise<T | null> {
	try {
		return await work();
	} catch (error) {
		reportError(error);
		return null;
	}
}

/** Makes a run and opens it. What needs a model asks first to whom the text may go. */
export async function startRun(discovery: string, ask: DocumentAsk, needsModel: boolean): Promise<boolean> {
	const run = await done(async () => {
		if (needsModel && !(await askConsentOfModels(discovery, ask.models))) return null;
		return call(commands.documentRunStart(discovery, ask));
	});
	if (run !== null) openRun(discovery, run);
	return run !== null;
}

/** Keeps a recipe, in the place of the discovery's own one named `of`; a fault is the caller's to show beside the text. */
export async function saveRecipe(discovery: string, json: string, of: string | null): Promise<string> {
	const saved = await call(commands.documentRecipeSave(discovery, json, of));
	offerUndo(discovery, saved, words("documents.recipeKept", { name: saved.value }));
	return saved.value;
}

/** As {@link saveRecipe}, with another title. */
export async function renameRecipe(discovery: string, { name }: DocumentRecipe, title: string): Promise<string> {
	const renamed = await call(commands.documentRecipeRename(discovery, name, title));
	offerUndo(discovery, renamed, words("documents.recipeKept", { name: renamed.value }));
	return renamed.value;
}

/** Says whether it did. */
export async function deleteRecipe(discovery: string, { name, title }: DocumentRecipe): Promise<boolean> {
	const deleted = await done(() => call(commands.documentRecipeDelete(discovery, name)));
	if (deleted !== null) offerUndo(discovery, deleted, words("documents.recipeDeleted", { name: title }));
	return deleted !== null;
}

export function openRun(discovery: string, run: string): void {
	useOpenDocument.setState({ [discovery]: run });
}

export const pauseRun = (run: string) => done(() => call(commands.documentRunPause(run)));
export const cancelRun = (run: string) => done(() => call(commands.documentRunCancel(run)));
export const retryRun = (run: string) => done(() => call(commands.documentRunRetry(run)));

/** Goes on; where it waits for the analyst's word on who may read the texts, that is asked first. */
export async function resumeRun(
	discovery: string,
	{ id, models, reason }: DocumentRun,
	feedback: string,
): Promise<void> {
	await done(async () => {
		const names = models.map(({ named }) => named);
		if (reason?.why === "consent" && !(await askConsentOfModels(discovery, names))) return;
		await call(commands.documentRunResume(id, feedback));
	});
}

export const setRunCap = (run: string, typed: string) =>
	done(() => call(commands.documentRunCap(run, typedAmount(typed))));

export async function copyText(run: string, document: string): Promise<void> {
	await done(async () => {
		await call(commands.copyText(await call(commands.documentRunText(run, document))));
		showToast({ title: words("documents.textCopied") });
	});
}

/** Makes an Output with a report of a document. */
export async function makeReport(discovery: string, run: string, document: string): Promise<void> {
	await done(async () => {
		const made = await call(commands.documentRunOutput(run, document));
		const output = made.value.outputs.at(-1);
		offerUndo(discovery, made, words("documents.becameReport", { label: output?.label ?? "" }));
	});
}

export function showReport(discovery: string, report: string): void {
	useOpenReport.setState({ [discovery]: report });
	useNavigation.getState().show("reports");
}

/** Writes the run with all that belongs to it as a zip or a folder that the analyst names. */
export async function exportRun({ id, title }: DocumentRun, zip: boolean): Promise<void> {
	await done(async () => {
		const path = await call(commands.documentChooseExport(title, zip));
		if (path === null) return;
		const count = await call(commands.documentRunExport(id, path));
		showFileToast(path, words("documents.exported", { count, shown: number(count) }));
	});
}

export const addToWallet = (typed: string, unit: string) =>
	done(() => call(commands.walletAdd(typedAmount(typed) ?? "", unit.trim() === "" ? null : unit)));

export const setWalletPaysAll = (paysAll: boolean) => done(() => call(commands.walletPaysAll(paysAll)));

export const setWalletCap = (typed: string) => done(() => call(commands.walletCap(typedAmount(typed))));
