import { bytes, number } from "../../i18n/format";
import { words } from "../../i18n/useWords";
import { commands, type Discovery, type Done, type ImportReport } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { asAppError } from "../../ipc/error";
import { currentDiscovery, openDiscovery } from "../../state/current";
import { offerUndo } from "../../state/history";
import { runTask } from "../../state/tasks";
import { reportError, showFileToast, showToast } from "../../state/toasts";
import { offerImport } from "../../state/waitingImports";

/** Discoveries out to a file and in from one. */

type Named = Pick<Discovery, "id" | "title">;

/** Without the originals, Inputs go out as the texts that were read of them. */
export async function exportDiscoveries(discoveries: readonly Named[], originals = false): Promise<void> {
	const [first] = discoveries;
	if (first === undefined) return;
	const count = discoveries.length;
	const name = count === 1 ? first.title : words("transfer.severalName", { count });
	try {
		const path = await call(commands.transferChooseExport(name));
		if (path !== null) await exportTo(path, discoveries, { name, originals });
	} catch (error) {
		if (asAppError(error).code === "cancelled") showToast({ title: words("transfer.exportStopped") });
		else reportError(error, words("transfer.exportFailed"));
	}
}

async function exportTo(
	path: string,
	discoveries: readonly Named[],
	{ name, originals }: { name: string; originals: boolean },
): Promise<void> {
	const ids = discoveries.map(({ id }) => id);
	const report = await runTask(
		words("transfer.exporting", { name }),
		(task, progress) => call(commands.exportDiscovery(ids, originals, path, task, progress)),
		"kilobytes",
	);
	showFileToast(report.path, words("transfer.exported", { name, size: bytes(report.bytes) }));
}

/** All that are not archived, in one file. */
export async function exportLibrary(): Promise<void> {
	try {
		await exportDiscoveries(await call(commands.discoveryList(null, false)));
	} catch (error) {
		reportError(error, words("transfer.exportFailed"));
	}
}

export async function chooseImport(): Promise<void> {
	try {
		const path = await call(commands.transferChooseImport());
		if (path !== null) offerImport([path]);
	} catch (error) {
		reportError(error);
	}
}

/** Shows what came in, and offers to take it back: a merge from the discovery, all else from the library. */
export function reportImport(done: Done<ImportReport>): void {
	const { discoveries } = done.value;
	const [first] = discoveries;
	if (first === undefined) return;
	openDiscovery(first.id, "pipeline");
	if (discoveries.length === 1 && first.merged) {
		offerUndo(first.id, done, words("transfer.merged", { title: first.title }));
		return;
	}
	const count = discoveries.length;
	const title =
		count === 1
			? words("transfer.imported", { title: first.title })
			: words("transfer.importedMany", { count, shown: number(count) });
	const newDiscoveries = new Set(discoveries.filter(({ merged }) => !merged).map(({ id }) => id));
	const undone = () => {
		if (newDiscoveries.has(currentDiscovery() ?? "")) openDiscovery(null);
	};
	offerUndo(null, done, title, { undone });
}
