import { number } from "../../i18n/format";
import { words } from "../../i18n/useWords";
import { commands, type ItemChoice } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { offerUndo } from "../../state/history";
import { reportError } from "../../state/toasts";

/** Makes items of proposals, with their prices; of all that are proposed, where none is chosen. Returns whether it did. */
export async function confirmItems(discovery: string, choices: ItemChoice[]): Promise<boolean> {
	try {
		const done = await call(commands.itemsConfirm(discovery, choices));
		const { items, accepted, conflicts } = done.value;
		const more = [
			accepted > 0 && words("items.accepted", { count: accepted, shown: number(accepted) }),
			conflicts > 0 && words("items.inConflict", { count: conflicts, shown: number(conflicts) }),
		];
		const title = words("items.confirmed", { count: items, shown: number(items) });
		offerUndo(discovery, done, title, { more: more.filter(Boolean).join(" ") });
		return true;
	} catch (error) {
		reportError(error);
		return false;
	}
}
