import { number } from "../../i18n/format";
import { words } from "../../i18n/useWords";
import { type CanonicalLine, type CsvKind, commands, type PointFact, type WaitingItem } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { openEvidence } from "../../shared/facts/origin";
import { currentDiscovery, openDiscovery } from "../../state/current";
import { offerUndo } from "../../state/history";
import { reportError, showFileToast } from "../../state/toasts";
import { useMemory } from "./state";

/** Actions on canonical items, links and prices; each can be taken back. */

export async function confirmLine(discovery: string, line: CanonicalLine, canonical: string): Promise<void> {
	try {
		const done = await call(commands.canonicalConfirm(discovery, line.name, canonical));
		useMemory.getState().change({ canonical });
		offerUndo(discovery, done, words("memory.confirmed", { line: line.text }));
	} catch (error) {
		reportError(error);
	}
}

export async function rejectLine(discovery: string, line: CanonicalLine, canonical: string): Promise<void> {
	try {
		const done = await call(commands.canonicalReject(discovery, line.name, canonical));
		offerUndo(discovery, done, words("memory.rejected", { line: line.text }));
	} catch (error) {
		reportError(error);
	}
}

export async function removeLink(discovery: string, link: string): Promise<void> {
	try {
		offerUndo(discovery, await call(commands.canonicalUnlink(link)), words("memory.takenBack"));
	} catch (error) {
		reportError(error);
	}
}

export async function archiveItem(id: string, archived: boolean): Promise<void> {
	try {
		const done = await call(commands.canonicalArchive(id, archived));
		const { name } = done.value;
		offerUndo(null, done, words(archived ? "memory.archived" : "memory.restored", { name }));
	} catch (error) {
		reportError(error);
	}
}

export async function addToCatalogue({ id, name }: WaitingItem): Promise<void> {
	try {
		const done = await call(commands.canonicalAdopt(id));
		useMemory.getState().change({ canonical: id });
		offerUndo(null, done, words("memory.added", { name }));
	} catch (error) {
		reportError(error);
	}
}

export async function addAllToCatalogue(): Promise<void> {
	try {
		const done = await call(commands.canonicalAdopt(null));
		const count = done.value;
		offerUndo(null, done, words("memory.addedAll", { count, shown: number(count) }));
	} catch (error) {
		reportError(error);
	}
}

export async function removePrice(price: string): Promise<void> {
	try {
		offerUndo(null, await call(commands.priceRemove(price)), words("memory.priceRemoved"));
	} catch (error) {
		reportError(error);
	}
}

export async function removeRate(rate: string): Promise<void> {
	try {
		offerUndo(null, await call(commands.rateRemove(rate)), words("memory.rateRemoved"));
	} catch (error) {
		reportError(error);
	}
}

/** The exact words that tell a price; they may stand in another discovery. */
export function openQuote(fact: PointFact): void {
	if (currentDiscovery() !== fact.discovery) openDiscovery(fact.discovery);
	void openEvidence(fact.id, "memory");
}

export async function chooseCsv(kind: CsvKind): Promise<void> {
	try {
		const path = await call(commands.csvChooseImport());
		if (path !== null) useMemory.getState().change({ csv: { kind, path } });
	} catch (error) {
		reportError(error);
	}
}

export async function exportCsv(kind: CsvKind): Promise<void> {
	try {
		const name = words(kind === "catalogue" ? "memory.catalogueFile" : "memory.pricesFile");
		const path = await call(commands.csvChooseExport(name));
		if (path === null) return;
		await call(commands.csvExport(kind, path));
		showFileToast(path, words("memory.exported"));
	} catch (error) {
		reportError(error);
	}
}
