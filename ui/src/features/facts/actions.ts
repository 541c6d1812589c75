import { offerUndo } from "../../app/history";
import { reportError } from "../../app/toasts";
import { words } from "../../i18n/useWords";
import { commands, type FactChange, type FactRow, type ResolveChoice } from "../../ipc/bindings";
import { call } from "../../ipc/call";

/** What can be done to facts, the same from every view. Each says whether it was done; a failure is already told. */

async function attempt(work: Promise<unknown>): Promise<boolean> {
	try {
		await work;
		return true;
	} catch (error) {
		reportError(error, words("facts.changeFailed"));
		return false;
	}
}

export async function acceptFacts(discovery: string, ids: readonly string[]): Promise<boolean> {
	const done = await attempt(call(commands.factAccept([...ids])));
	if (done) void offerUndo(discovery, words("facts.accepted", { count: ids.length }));
	return done;
}

export async function rejectFacts(discovery: string, ids: readonly string[]): Promise<boolean> {
	const done = await attempt(call(commands.factReject([...ids])));
	if (done) void offerUndo(discovery, words("facts.rejected", { count: ids.length }));
	return done;
}

export async function resolveConflict(
	discovery: string,
	{ id, label }: Pick<FactRow, "id" | "label">,
	choice: ResolveChoice,
): Promise<boolean> {
	const done = await attempt(call(commands.factResolve(id, choice)));
	if (done) void offerUndo(discovery, words("inspector.decided", { label }));
	return done;
}

/** Throws, so that the form that edits can show the error beside what was written. */
export async function editFact(
	discovery: string,
	{ id, label }: Pick<FactRow, "id" | "label">,
	change: FactChange,
): Promise<FactRow> {
	const next = await call(commands.factEdit(id, change));
	void offerUndo(discovery, words("inspector.edited", { label }));
	return next;
}
