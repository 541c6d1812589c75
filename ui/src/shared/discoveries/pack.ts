import { create } from "zustand";
import { bytes, number } from "../../i18n/format";
import { words } from "../../i18n/useWords";
import { commands, type Discovery, type PackCheck } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { asAppError } from "../../ipc/error";
import { runTask } from "../../state/tasks";
import { reportError, showFileToast, showToast } from "../../state/toasts";

/** Evidence packs: a discovery's out to a file, and one that somebody handed over held to what it says. */

/** The verdict on a pack; the dialog shows it. */
export const usePackCheck = create<{ report: PackCheck | null }>()(() => ({ report: null }));

export async function exportEvidencePack({ id, title }: Pick<Discovery, "id" | "title">): Promise<void> {
	try {
		const path = await call(commands.packChoose(title));
		if (path === null) return;
		const made = await runTask(
			words("pack.making", { title }),
			(task, progress) => call(commands.packMake(id, path, task, progress)),
			"kilobytes",
		);
		const sealed = words("pack.made", {
			quotes: words("pack.quotes", { count: made.quotes, shown: number(made.quotes) }),
			size: bytes(made.bytes),
		});
		showFileToast(made.path, sealed, words("pack.seal", { path: made.path, seal: made.seal }));
	} catch (error) {
		reportFailure(error, words("pack.makeFailed"));
	}
}

export async function checkEvidencePack(): Promise<void> {
	try {
		const path = await call(commands.packChooseCheck());
		if (path === null) return;
		const report = await runTask(words("pack.checking"), (task, progress) =>
			call(commands.packCheck(path, task, progress)),
		);
		usePackCheck.setState({ report });
	} catch (error) {
		reportFailure(error, words("pack.checkFailed"));
	}
}

function reportFailure(error: unknown, title: string): void {
	if (asAppError(error).code === "cancelled") showToast({ title: words("pack.stopped") });
	else reportError(error, title);
}
