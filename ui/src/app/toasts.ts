import { Toast } from "@base-ui/react/toast";
import { words } from "../i18n/useWords";
import { asAppError } from "../ipc/error";

/** Short notes for what happened elsewhere or can be undone. They wait while the pointer or the focus is on them. */

export const toasts = Toast.createToastManager();

const STAYS_MS = 6000;
const ERROR_STAYS_MS = 12_000;

interface Note {
	title: string;
	description?: string;
	action?: { words: string; run: () => void };
}

/**
 * The host undoes its newest step, so only the newest offer to undo may stand: an older one would take back
 * something else than it names.
 */
let standingOffer: string | null = null;

function withdrawOffer(): void {
	if (standingOffer !== null) toasts.close(standingOffer);
	standingOffer = null;
}

export function note({ title, description, action }: Note): string {
	const id = toasts.add({
		title,
		description,
		timeout: STAYS_MS,
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

/** An error that has no place of its own on the screen: what happened, what was kept, what to do. */
export function reportError(error: unknown, title?: string): void {
	const { message, kept, hint } = asAppError(error);
	const rest = [title ? message : null, kept, hint].filter((part) => part !== null);
	toasts.add({
		title: title ?? message,
		description: rest.join(" "),
		type: "error",
		priority: "high",
		timeout: ERROR_STAYS_MS,
	});
}

/** Says what was done and offers to undo it. */
export function noteWithUndo(title: string, undo: () => void): void {
	withdrawOffer();
	standingOffer = note({ title, action: { words: words("app.undo"), run: undo } });
}

/** What an undo or a redo did. */
export function noteHistory(title: string): void {
	withdrawOffer();
	standingOffer = note({ title });
}
