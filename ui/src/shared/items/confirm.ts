import { number } from "../../i18n/format";
import { words } from "../../i18n/useWords";
import { commands, type ItemChoice } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { offerUndo } from "../../state/history";
import { reportError } from "../../state/toasts";

/** Makes items of proposals, with their prices; of all that are proposed, where none is chosen. */
export async function confirmItems(discovery: string, choices: ItemChoice[]): Promise<void> {
	try {
		const done = await call(commands.itemsConfirm(discovery, choices));
		const count = done.value.length;
		offerUndo(discovery, done, words("items.confirmed", { count, shown: number(count) }));
	} catch (error) {
		reportError(error);
	}
}
