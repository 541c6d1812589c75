import { words } from "../i18n/useWords";
import { commands, events } from "../ipc/bindings";
import { call } from "../ipc/call";
import { noteStep, reportError, toasts } from "./toasts";

/** Undo and redo of a discovery; `null` is the library's own history (create, archive and delete discoveries). */

export async function undo(discovery: string | null): Promise<void> {
	try {
		const { done } = await call(commands.undo(discovery));
		noteStep({ title: done ? words("app.undone", { name: done }) : words("app.nothingToUndo") });
	} catch (error) {
		reportError(error);
	}
}

export async function redo(discovery: string | null): Promise<void> {
	try {
		const { done } = await call(commands.redo(discovery));
		noteStep({ title: done ? words("app.redone", { name: done }) : words("app.nothingToRedo") });
	} catch (error) {
		reportError(error);
	}
}

let offers = 0;

/** Says what was just done to a discovery, and offers to take it back for as long as it is the newest step. */
export async function offerUndo(discovery: string, title: string): Promise<void> {
	const offer = ++offers;
	const step = await newestStep(discovery);
	if (offer !== offers) return;
	if (step === null) {
		noteStep({ title });
		return;
	}

	const isNewest = async () => (await newestStep(discovery)) === step;
	const take = async () => {
		if (await isNewest()) await undo(discovery);
		else noteStep({ title: words("app.undoPassed") });
	};
	const listening = events.changed.listen(async ({ payload }) => {
		if (payload.topics.includes("undo") && !(await isNewest())) toasts.close(id);
	});
	const id = noteStep({
		title,
		action: { words: words("app.undo"), run: () => void take() },
		onClose: () => void listening.then((stop) => stop()),
	});
}

/** As `offerUndo`, for a step of the library, whose newest the host does not tell: the next such step withdraws it. */
export function offerLibraryUndo(title: string, undone?: () => void): void {
	offers++;
	noteStep({ title, action: { words: words("app.undo"), run: () => void undo(null).then(undone) } });
}

/** The step that Undo would take back: names will not do, since two steps may have one. */
async function newestStep(discovery: string): Promise<number | null> {
	return call(commands.discoveryOpen(discovery)).then(
		({ undo: { newest } }) => newest,
		() => null,
	);
}
