import { words } from "../../i18n/useWords";
import { commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { note, reportError } from "../../state/toasts";

export async function copy(text: string): Promise<void> {
	try {
		await call(commands.copyText(text));
		note({ title: words("app.copied") });
	} catch (error) {
		reportError(error);
	}
}
