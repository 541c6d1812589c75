import { words } from "../../i18n/useWords";
import { commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { reportError, showToast } from "../../state/toasts";

/** As it was written: the window has an answer as blocks only. */
export async function copyMessage(id: string): Promise<void> {
	try {
		await copy(await call(commands.chatText(id)));
	} catch (error) {
		reportError(error);
	}
}

export async function copy(text: string): Promise<void> {
	try {
		await call(commands.copyText(text));
		showToast({ title: words("app.copied") });
	} catch (error) {
		reportError(error);
	}
}
