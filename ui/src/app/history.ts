import { words } from "../i18n/useWords";
import { commands } from "../ipc/bindings";
import { call } from "../ipc/call";
import { noteHistory, reportError } from "./toasts";

/** Undo and redo of a discovery; `null` is the library's own history (create, archive and delete discoveries). */

export async function undo(discovery: string | null): Promise<void> {
	try {
		const { done } = await call(commands.undo(discovery));
		noteHistory(done ? words("app.undone", { name: done }) : words("app.nothingToUndo"));
	} catch (error) {
		reportError(error);
	}
}

export async function redo(discovery: string | null): Promise<void> {
	try {
		const { done } = await call(commands.redo(discovery));
		noteHistory(done ? words("app.redone", { name: done }) : words("app.nothingToRedo"));
	} catch (error) {
		reportError(error);
	}
}
