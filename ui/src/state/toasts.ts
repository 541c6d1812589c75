import { Toast } from "@base-ui/react/toast";
import { runCommand } from "../commands/bindings";
import { translateMessage } from "../i18n/backendMessages";
import { words } from "../i18n/useWords";
import { commands, type ErrorCode, type UserMessage } from "../ipc/bindings";
import { call } from "../ipc/call";
import { asAppError } from "../ipc/error";

/** Short notes for what happened elsewhere or can be undone. They wait while the pointer or the focus is on them. */

export const toasts = Toast.createToastManager<ToastData>();

const STAYS_MS = 6000;
/** For what is read, or leads somewhere. */
const LONGER_MS = 20_000;
const ERROR_STAYS_MS = 12_000;

interface ToastAction {
	words: string;
	run: () => void;
}

export interface ToastData {
	second?: ToastAction | undefined;
}

interface ToastContent {
	title: string;
	description?: string;
	/** True where there is more to read than a line. */
	staysLonger?: boolean;
	action?: ToastAction;
	/** Another thing to do, beside the action. */
	second?: ToastAction | undefined;
	onClose?: () => void;
}

/**
 * The host undoes its newest step, so only the newest offer to undo may stand: an older one would take back
 * something else than it names.
 */
let undoToast: string | null = null;

export function closeUndoToast(): void {
	if (undoToast !== null) toasts.close(undoToast);
	undoToast = null;
}

export function showToast({ title, description, staysLonger = false, action, second, onClose }: ToastContent): string {
	const id = toasts.add({
		title,
		description,
		timeout: staysLonger || second ? LONGER_MS : STAYS_MS,
		data: { second },
		...(onClose && { onClose }),
		...(action && {
			actionProps: {
				children: action.words,
				onClick: () => {
					toasts.close(id);
					action.run();
				},
			},
		}),
	});
	return id;
}

/** A file that was written: where it is, with the way there. */
export function showFileToast(path: string, title: string, description = path): void {
	const run = () => void call(commands.showInFolder(path)).catch((error: unknown) => reportError(error));
	showToast({ title, description, action: { words: words("app.showInFolder"), run } });
}

/** Errors that the settings of the providers can mend. */
const leadsToProviders: ReadonlySet<ErrorCode> = new Set(["no_model", "key_needed", "unreachable"]);

/** One after the other, as far as they are there. */
export function joinMessages(...parts: (UserMessage | null)[]): string {
	return parts
		.filter((part) => part !== null)
		.map(translateMessage)
		.join(" ");
}

/** An error that has no place of its own on the screen: what happened, what was kept, what to do. */
export function reportError(error: unknown, title?: string): string {
	const { code, message, kept, hint } = asAppError(error);
	const leads = leadsToProviders.has(code);
	return toasts.add({
		title: title ?? translateMessage(message),
		description: joinMessages(title ? message : null, kept, hint),
		type: "error",
		priority: "high",
		timeout: ERROR_STAYS_MS,
		...(leads && {
			actionProps: { children: words("provider.open"), onClick: () => void runCommand("provider.open") },
		}),
	});
}

/** Takes the place of the offer that stands, if one does: what it names is no longer the newest step. */
export function showUndoToast(step: ToastContent): string {
	closeUndoToast();
	undoToast = showToast(step);
	return undoToast;
}
