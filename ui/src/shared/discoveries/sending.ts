import { words } from "../../i18n/useWords";
import { commands, type Discovery } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { reportError, showToast } from "../../state/toasts";

/** Takes every consent of a discovery back; before anything more is sent of it, it is asked again. */
export async function forbidSending({ id, title }: Pick<Discovery, "id" | "title">): Promise<void> {
	try {
		await call(commands.forbidSending(id));
		showToast({ title: words("provider.forbidden", { title }) });
	} catch (error) {
		reportError(error);
	}
}
