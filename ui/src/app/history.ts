import { hostWords } from "../i18n/host";
import { words } from "../i18n/useWords";
import { commands, events } from "../ipc/bindings";
import { call } from "../ipc/call";
import { useTurned, whose } from "./steps";
import { noteStep, reportError, toasts } from "./toasts";

/**
 * Undo and redo of a discovery; `null` is the library's own history: discoveries as wholes, and the memory's catalogue,
 * prices and rates. `steps.ts` says which of the two is meant where both are worked on.
 */

/** What the keys and the header's arrows do: the step is the one that the arrows name. */
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

async function undo(discovery: string | null): Promise<void> {
	try {
		const { done, keptDrafts } = await turned(discovery, () => call(commands.undo(discovery)));
		useTurned.setState({ last: discovery });
		const title = done ? words("app.undone", { name: hostWords("step", done) }) : words("app.nothingToUndo");
		noteStep({ title, ...withKept(keptDrafts) });
	} catch (error) {
		reportError(error);
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
		noteStep({ title: done ? words("app.redone", { name: hostWords("step", done) }) : words("app.nothingToRedo") });
	} catch (error) {
		reportError(error);
	}
}

let offers = 0;

/** Says what was just done to a discovery, and offers to take it back for as long as it is the newest step. */
export async function offerUndo(discovery: string, title: string, more?: string | null): Promise<void> {
	const offer = ++offers;
	const step = await newestStep(discovery);
	if (offer !== offers) return;
	const description = more ? { description: more } : {};
	if (step === null) {
		noteStep({ title, ...description });
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
		...description,
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
