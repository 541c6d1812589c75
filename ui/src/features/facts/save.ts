import { words } from "../../i18n/useWords";
import { commands, type DiscoveryDetail, type FactFilter } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { reportError, showFileToast } from "../../state/toasts";
import { columns, isWanted, useTable } from "./columns";

/** Writes the facts that the table has to a file, in its columns; `facts` in its order, where that is not the ledger's. */
export async function saveFacts(
	{ id, title }: DiscoveryDetail["discovery"],
	filter: FactFilter,
	facts: string[],
): Promise<void> {
	const { chosen } = useTable.getState();
	const shown = columns.map((column) => column.id).filter((column) => isWanted(column, chosen, new Set()));
	try {
		const path = await call(commands.factsChoose(`${title} – ${words("facts.table")}`));
		if (path === null) return;
		await call(commands.factsSave(id, filter, shown, facts, path));
		showFileToast(path, words("items.saved"));
	} catch (error) {
		reportError(error);
	}
}
