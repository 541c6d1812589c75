import { translateMessage } from "../../i18n/backendMessages";
import { words } from "../../i18n/useWords";
import { commands, type FactChange, type FactRow, type ResolveChoice } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { decideDuplicateHolds } from "../../state/duplicateHolds";
import { offerUndo } from "../../state/history";
import { withModelProgress } from "../../state/modelProgress";
import { reportError } from "../../state/toasts";

/** Actions on facts, the same from every view. Each says whether it was done; a failure is already reported. */

async function attempt<T>(work: Promise<T>): Promise<{ done: T } | null> {
	try {
		return { done: await work };
	} catch (error) {
		reportError(error, words("facts.changeFailed"));
		return null;
	}
}

export async function acceptFacts(discovery: string, ids: readonly string[]): Promise<boolean> {
	const report = await attempt(withModelProgress(discovery, call(commands.factAccept([...ids], false))));
	if (!report) return false;
	const { accepted, heldBack, note: more } = report.done.value;
	if (accepted.length > 0)
		offerUndo(discovery, report.done, words("facts.accepted", { count: accepted.length }), { more });
	void decideDuplicateHolds(discovery, heldBack);
	return true;
}

/** Accepts facts whose column says the same already, as variants. */
export async function acceptAnyway(discovery: string, ids: readonly string[]): Promise<boolean> {
	const report = await attempt(withModelProgress(discovery, call(commands.factAccept([...ids], true))));
	if (report) offerUndo(discovery, report.done, words("facts.accepted", { count: report.done.value.accepted.length }));
	return report !== null;
}

export async function rejectFacts(discovery: string, ids: readonly string[]): Promise<boolean> {
	const done = await attempt(withModelProgress(discovery, call(commands.factReject([...ids]))));
	if (done) offerUndo(discovery, done.done, words("facts.rejected", { count: ids.length }), { more: done.done.value });
	return done !== null;
}

export async function resolveConflict(
	discovery: string,
	{ id, label }: Pick<FactRow, "id" | "label">,
	choice: ResolveChoice,
): Promise<boolean> {
	const done = await attempt(withModelProgress(discovery, call(commands.factResolve(id, choice))));
	if (done) offerUndo(discovery, done.done, words("inspector.decided", { label }), { more: done.done.value });
	return done !== null;
}

/** Ends a conflict by asking: neither value holds until the question is answered. */
export async function askModelAgain(discovery: string, { id, label }: Pick<FactRow, "id" | "label">): Promise<boolean> {
	const done = await attempt(withModelProgress(discovery, call(commands.factAskAgain(id))));
	if (done) {
		const { note: judgement } = done.done.value;
		const more = [words("inspector.askedAgainWhere"), judgement && translateMessage(judgement)]
			.filter(Boolean)
			.join(" ");
		offerUndo(discovery, done.done, words("inspector.askedAgain", { label }), { more });
	}
	return done !== null;
}

type EditListener = (fact: string, saved: Promise<{ step: number | null }>) => void;
const listening = new Set<EditListener>();

/** Tells `heard` of every edit as it begins, until the returned function is called: what was edited waits no more. */
export function onEdit(listener: EditListener): () => void {
	listening.add(listener);
	return () => listening.delete(listener);
}

/** Throws, so that the form that edits can show the error beside what was written. */
export async function editFact(
	discovery: string,
	{ id, label, status }: Pick<FactRow, "id" | "label" | "status">,
	change: FactChange,
): Promise<FactRow> {
	const saved = withModelProgress(discovery, call(commands.factEdit(id, change)));
	for (const listener of listening) listener(id, saved);
	const edited = await saved;
	const { fact, note: more } = edited.value;
	const isNews = status !== "accepted" && fact.status === "accepted";
	offerUndo(discovery, edited, words(isNews ? "inspector.editedAccepted" : "inspector.edited", { label }), { more });
	return fact;
}

/** Says what a statement says of what; it becomes a value of the key for that. */
export async function correctFact(
	discovery: string,
	{ id, label }: Pick<FactRow, "id" | "label">,
	{ subject, property, amount }: { subject: string; property: string; amount: string },
): Promise<FactRow> {
	const corrected = await call(commands.factCorrect(id, subject, property, amount));
	offerUndo(discovery, corrected, words("inspector.corrected", { label }));
	return corrected.value;
}

/** Makes a key of what a fact says of what; the texts are read again for it. */
export async function keepAsKey(discovery: string, fact: string, label: string): Promise<void> {
	try {
		const saved = await call(commands.keyKeep(fact, label));
		offerUndo(discovery, saved, words("facts.keptAsKey", { key: saved.value.label }));
	} catch (error) {
		reportError(error);
	}
}
