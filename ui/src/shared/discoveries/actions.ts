import { words } from "../../i18n/useWords";
import { commands, type Discovery, type DiscoveryChange } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { openDiscovery } from "../../state/current";
import { offerUndo } from "../../state/history";
import { useNavigation } from "../../state/navigation";
import { runTask } from "../../state/tasks";
import { closeUndoToast, reportError } from "../../state/toasts";

/** Actions on discoveries, from the side bar, the header and the palette alike. */

/** Without `packs` it has those that fit its goal. */
export async function createDiscovery(title: string, goal: string, packs: string[] | null): Promise<Discovery> {
	const made = await call(commands.discoveryCreate(title, goal, packs));
	closeUndoToast();
	openDiscovery(made.id, "source");
	return made;
}

export async function openSample(): Promise<void> {
	try {
		const made = await runTask(words("start.making"), (_, progress) => call(commands.sampleCreate(progress)));
		closeUndoToast();
		openDiscovery(made.id);
	} catch (error) {
		reportError(error);
	}
}

const unchanged: DiscoveryChange = { title: null, goal: null, stage: null, packs: null, kind: null };

export async function changeDiscovery(id: string, change: Partial<DiscoveryChange>): Promise<void> {
	try {
		await call(commands.discoveryUpdate(id, { ...unchanged, ...change }));
	} catch (error) {
		reportError(error);
	}
}

/** The caller shows what goes wrong. */
export async function changePacks(id: string, change: Pick<DiscoveryChange, "packs" | "kind">): Promise<void> {
	if (change.packs || change.kind) await call(commands.discoveryUpdate(id, { ...unchanged, ...change }));
}

export async function archiveDiscovery({
	id,
	title,
	archived,
}: Pick<Discovery, "id" | "title" | "archived">): Promise<void> {
	try {
		const done = await call(commands.discoveryArchive(id, !archived));
		if (archived) closeUndoToast();
		else offerUndo(null, done, words("library.archivedToast", { title }));
	} catch (error) {
		reportError(error);
	}
}

export async function deleteDiscovery({ id, title }: Pick<Discovery, "id" | "title">): Promise<void> {
	try {
		const done = await call(commands.discoveryDelete(id));
		if ((useNavigation.getState().discovery ?? id) === id) openDiscovery(null);
		offerUndo(null, done, words("library.deleted", { title }), { undone: () => openDiscovery(id) });
	} catch (error) {
		reportError(error);
	}
}
