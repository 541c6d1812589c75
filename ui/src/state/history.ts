import { translateMessage } from "../i18n/backendMessages";
import { words } from "../i18n/useWords";
import { commands, type Done, events, type UserMessage } from "../ipc/bindings";
import { call } from "../ipc/call";
import { undoScope, useLastUndone } from "./steps";
import { reportError, showToast, showUndoToast, toasts } from "./toasts";

/**
 * Undo and redo of a discovery; `null` is the library's own history: discoveries as wholes, and the memory's catalogue,
 * prices and rates. `steps.ts` says which of the two is meant where both are worked on.
 */

/** Turns the next step for the keys and the header's arrows: the step is the one that the arrows name. */
export async function undoOrRedo(direction: "undo" | "redo", discovery: string | null): Promise<void> {
	try {
		const of = await undoScope(direction, discovery);
		await (direction === "undo" ? undo(of) : redo(of));
	} catch (error) {
		reportError(error);
	}
}

type BeforeUndo = (discovery: string | null) => Promise<() => Promise<void>>;
const beforeUndo = new Set<BeforeUndo>();

/** Has `of` called and waited for before a step is turned, and what it gives back so once the host has turned it. */
export function onBeforeUndo(of: BeforeUndo): void {
	beforeUndo.add(of);
}

async function runUndo<T>(discovery: string | null, turn: () => Promise<T>): Promise<T> {
	const after = await Promise.all([...beforeUndo].map((of) => of(discovery)));
	const done = await turn();
	await Promise.all(after.map((one) => one()));
	return done;
}

/** Undoes the newest step or, with `step`, that one or none. Says whether it did. */
async function undo(discovery: string | null, step: number | null = null): Promise<boolean> {
	try {
		const { done, keptDrafts, later } = await runUndo(discovery, () => call(commands.undo(discovery, step)));
		if (done === null) {
			showUndoToast({ title: later > 0 ? words("app.undoPassed", { count: later }) : words("app.nothingToUndo") });
			return false;
		}
		useLastUndone.setState({ last: discovery });
		showUndoToast({ title: words("app.undone", { name: translateMessage(done) }), ...keptDraftsNote(keptDrafts) });
		return true;
	} catch (error) {
		reportError(error);
		return false;
	}
}

/** Goes to a step of the history, or to before all of them, and says so. */
export async function goToStep(discovery: string, step: number | null, toast: string): Promise<void> {
	try {
		const keptDrafts = await runUndo(discovery, () => call(commands.historyGo(discovery, step)));
		showUndoToast({ title: toast, ...keptDraftsNote(keptDrafts) });
	} catch (error) {
		reportError(error);
	}
}

function keptDraftsNote(keptDrafts: number): { description?: string } {
	return keptDrafts > 0 ? { description: words("app.keptDrafts", { count: keptDrafts }) } : {};
}

async function redo(discovery: string | null): Promise<void> {
	try {
		const { done } = await runUndo(discovery, () => call(commands.redo(discovery)));
		showUndoToast({ title: done ? words("app.redone", { name: translateMessage(done) }) : words("app.nothingToRedo") });
	} catch (error) {
		reportError(error);
	}
}

interface Offer {
	/** The text beside the title. */
	more?: UserMessage | string | null;
	/** The action once it was taken back. */
	undone?: () => void;
	/** Goes to what was made. */
	show?: () => void;
}

/**
 * Says what was just done to a discovery, or to the library where there is none, and offers to take back the step that
 * it became, for as long as that is the newest. What became no step changed nothing, and that is said instead: the
 * newest step is then an earlier one, of something else.
 */
export function offerUndo(
	discovery: string | null,
	{ step }: Pick<Done<unknown>, "step">,
	title: string,
	{ more, undone, show }: Offer = {},
): void {
	const description = more ? { description: typeof more === "string" ? more : translateMessage(more) } : {};
	if (step === null) {
		showToast({ title: words("app.nothingChanged"), ...description });
		return;
	}

	const take = async () => {
		if (await undo(discovery, step)) undone?.();
	};
	const listening = events.changed.listen(async ({ payload }) => {
		if (payload.topics.includes("undo") && (await newestStep(discovery)) !== step) toasts.close(id);
	});
	const id = showUndoToast({
		title,
		...description,
		action: { words: words("app.undo"), run: () => void take() },
		second: show && { words: words("app.show"), run: show },
		onClose: () => void listening.then((stop) => stop()),
	});
}

/** The step that Undo would take back: names will not do, since two steps may have one. */
async function newestStep(discovery: string | null): Promise<number | null> {
	try {
		if (discovery !== null) return (await call(commands.discoveryOpen(discovery))).undo.newest;
		const { steps } = await call(commands.history(null, null));
		return steps.find(({ done }) => done)?.seq ?? null;
	} catch {
		return null;
	}
}
