import { words } from "../../i18n/useWords";
import { commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { withConsent } from "../../state/consent";
import { runTask } from "../../state/tasks";
import { reportError, showToast } from "../../state/toasts";

export async function retryFailedRuns(discovery: string): Promise<void> {
	try {
		const report = await withConsent(discovery, "extraction", () =>
			runTask(words("audit.retrying"), (task, progress) => call(commands.runsRetry(discovery, task, progress))),
		);
		if (report?.unread) reportError(report.unread);
		if (report?.cancelled) showToast({ title: words("inputs.stopped") });
	} catch (error) {
		reportError(error);
	}
}

/** Reads one part again that failed, or that was never read. */
export async function retryBundle(discovery: string, bundle: string): Promise<void> {
	try {
		const report = await withConsent(discovery, "extraction", () =>
			runTask(words("audit.retryingOne"), (task, progress) => call(commands.bundleRetry(bundle, task, progress))),
		);
		if (report?.unread) reportError(report.unread);
		if (report?.cancelled) showToast({ title: words("inputs.stopped") });
	} catch (error) {
		reportError(error);
	}
}

/** Puts the exact extraction prompt of a bundle on the clipboard, for a model of the analyst's own. */
export async function copyPrompt(bundle: string): Promise<void> {
	try {
		await call(commands.copyText(await call(commands.runPrompt(bundle))));
		showToast({ title: words("audit.promptCopied") });
	} catch (error) {
		reportError(error);
	}
}
