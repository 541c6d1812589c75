import { said } from "../i18n/said";
import { words } from "../i18n/useWords";
import { commands, type Done, events, type Said } from "../ipc/bindings";
import { call } from "../ipc/call";
import { useTurned, whose } from "./steps";
import { note, noteStep, reportError, toasts } from "./toasts";

/**
 * Undo and redo of a discovery; `null` is the library's own history: discoveries as wholes, and the memory's catalogue,
 * prices and rates. `steps.ts` says which of the two is meant where both are worked on.
 */

/** Turns the next step for the keys and the header's arrows: the step is the one that the arrows name. */
export async function turnNext(direction: "undo" | "redo", discovery: string | null): Promise<void> {
	try {
		const of = await whose(direction, discovery);
		await (direction === "undo" ? undo(of) : redo(of));
	} catch (error) {
		reportError(error);
	}
}

type Around = (discovery: string | null) => Promise<() => Promise<void>>;
const around = new Set<Around>();

/** Has `of` called and waited for before a step is turned, and what it gives back so once the host has turned it. */
export function aroundTurns(of: Around): void {
	around.add(of);
}

async function turned<T>(discovery: string | null, turn: () => Promise<T>): Promise<T> {
	const after = await Promise.all([...around].map((of) => of(discovery)));
	const done = await turn();
	await Promise.all(after.map((one) => one()));
	return done;
}

/** Undoes the newest step or, with `step`, that one or none. Says whether it did. */
async function undo(discovery: string | null, step: number | null = null): Promise<boolean> {
	try {
		const { done, keptDrafts, later } = await turned(discovery, () => call(commands.undo(discovery, step)));
		if (done === null) {
			noteStep({ title: later > 0 ? words("app.undoPassed", { count: later }) : words("app.nothingToUndo") });
			return false;
		}
		useTurned.setState({ last: discovery });
		noteStep({ title: words("app.undone", { name: said(done) }), ...withKept(keptDrafts) });
		return true;
	} catch (error) {
		reportError(error);
		return false;
	}
}

/** Goes to a step of the history, or to before all of them, and says so. */
export async function goToStep(discovery: string, step: number | null, told: string): Promise<void> {
	try {
		const keptDrafts = await turned(discovery, () => call(commands.historyGo(discovery, step)));
		noteStep({ title: told, ...withKept(keptDrafts) });
	} catch (error) {
		reportError(error);
	}
}

function withKept(keptDrafts: number): { description?: string } {
	return keptDrafts > 0 ? { description: words("app.keptDrafts", { count: keptDrafts }) } : {};
}

async function redo(discovery: string | null): Promise<void> {
	try {
		const { done } = await turned(discovery, () => call(commands.redo(discovery)));
		noteStep({ title: done ? words("app.redone", { name: said(done) }) : words("app.nothingToRedo") });
	} catch (error) {
		reportError(error);
	}
}

interface Offer {
	/** The text beside the title. */
	more?: Said | string | null;
	/** The action once it was taken back. */
	undone?: () => void;
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
	{ more, undone }: Offer = {},
): void {
	const description = more ? { description: typeof more === "string" ? more : said(more) } : {};
	if (step === null) {
		note({ title: words("app.nothingChanged"), ...description });
		return;
	}

	const take = async () => {
		if (await undo(discovery, step)) undone?.();
	};
	const listening = events.changed.listen(async ({ payload }) => {
		if (payload.topics.includes("undo") && (await newestStep(discovery)) !== step) toasts.close(id);
	});
	const id = noteStep({
		title,
		...description,
		action: { words: words("app.undo"), run: () => void take() },
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
