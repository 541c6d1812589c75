import { Toast } from "@base-ui/react/toast";
import { runCommand } from "../commands/bindings";
import { said } from "../i18n/said";
import { words } from "../i18n/useWords";
import { commands, type ErrorCode, type Said } from "../ipc/bindings";
import { call } from "../ipc/call";
import { asAppError } from "../ipc/error";

/** Short notes for what happened elsewhere or can be undone. They wait while the pointer or the focus is on them. */

export const toasts = Toast.createToastManager();

const STAYS_MS = 6000;
const ERROR_STAYS_MS = 12_000;

interface Note {
	title: string;
	description?: string;
	action?: { words: string; run: () => void };
	onClose?: () => void;
}

/**
 * The host undoes its newest step, so only the newest offer to undo may stand: an older one would take back
 * something else than it names.
 */
let standingOffer: string | null = null;

export function withdrawOffer(): void {
	if (standingOffer !== null) toasts.close(standingOffer);
	standingOffer = null;
}

export function note({ title, description, action, onClose }: Note): string {
	const id = toasts.add({
		title,
		description,
		timeout: STAYS_MS,
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
export function noteFile(path: string, title: string, description = path): void {
	const run = () => void call(commands.showInFolder(path)).catch((error: unknown) => reportError(error));
	note({ title, description, action: { words: words("app.showInFolder"), run } });
}

/** Errors that the settings of the providers can mend. */
const leadsToProviders: ReadonlySet<ErrorCode> = new Set(["no_model", "key_needed", "unreachable"]);

/** One after the other, as far as they are there. */
export function inARow(...parts: (Said | null)[]): string {
	return parts
		.filter((part) => part !== null)
		.map(said)
		.join(" ");
}

/** An error that has no place of its own on the screen: what happened, what was kept, what to do. */
export function reportError(error: unknown, title?: string): string {
	const { code, message, kept, hint } = asAppError(error);
	const leads = leadsToProviders.has(code);
	return toasts.add({
		title: title ?? said(message),
		description: inARow(title ? message : null, kept, hint),
		type: "error",
		priority: "high",
		timeout: ERROR_STAYS_MS,
		...(leads && {
			actionProps: { children: words("provider.open"), onClick: () => void runCommand("provider.open") },
		}),
	});
}

/** Takes the place of the offer that stands, if one does: what it names is no longer the newest step. */
export function noteStep(step: Note): string {
	withdrawOffer();
	standingOffer = note(step);
	return standingOffer;
}
