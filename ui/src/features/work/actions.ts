import { words } from "../../i18n/useWords";
import { commands, type Done, type RoundDone } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { addText } from "../../shared/inputs/actions";
import { retryFailedRuns } from "../../shared/runs/actions";
import { withConsent } from "../../state/consent";
import { offerUndo } from "../../state/history";
import { runTask } from "../../state/tasks";
import { reportError, showToast } from "../../state/toasts";
import { clearAnswer, FREE, forgetAnswers, saveAllAnswers } from "./answers";
import type { GivenAnswer } from "./asking";
import { useWork } from "./work";

/** Actions of the Work screen. Each reports a failure; written text is kept. */

/** Longer than this is no turn but a text, and becomes an Input. */
const TURN_CHARS = 8000;

/** Takes the round; says whether it was taken. */
export async function finishRound(
	discovery: string,
	items: readonly string[],
	given: readonly GivenAnswer[],
): Promise<boolean> {
	const done = await take(discovery, items, given, "");
	if (!done) return false;
	await forgetAnswers(discovery, given);
	offerUndo(discovery, done, words("work.answered", { count: given.length }), { more: tally(done.value) });
	return true;
}

/** Sends free text as a turn of its own. */
export async function sendFreeText(discovery: string, items: readonly string[], text: string): Promise<boolean> {
	const free = { name: FREE, said: { quick: null, text } };
	if (Array.from(text).length > TURN_CHARS) {
		try {
			if (!(await addText(discovery, "", { text, html: null }))) return false;
		} catch (error) {
			reportError(error);
			return false;
		}
		await clearAnswer(discovery, free);
		return true;
	}
	const done = await take(discovery, items, [], text);
	if (!done) return false;
	await forgetAnswers(discovery, [free]);
	offerUndo(discovery, done, words("work.said"), { more: tally(done.value) });
	return true;
}

async function take(
	discovery: string,
	items: readonly string[],
	given: readonly GivenAnswer[],
	free: string,
): Promise<Done<RoundDone> | null> {
	try {
		await saveAllAnswers();
		const done = await runTask(words("work.reading"), (task) =>
			call(commands.roundFinish(discovery, [...items], [...given], free, task)),
		);
		useWork.setState(({ last }) => ({ last: { ...last, [discovery]: done.value } }));
		if (done.value.unread) readLater(discovery, done.value);
		return done;
	} catch (error) {
		reportError(error, words("work.notTaken"));
		return null;
	}
}

/** The answers stand. What was said in words is not read yet; for want of consent that is asked for and done at once. */
function readLater(discovery: string, { unread }: RoundDone): void {
	if (unread?.code === "consent_needed") void retryFailedRuns(discovery);
	else reportError(unread, words("work.notRead"));
}

function tally({ became, unread }: RoundDone): string {
	const facts = became.flatMap((one) => one.facts);
	// An unread turn did not come to nothing.
	if (unread !== null && facts.length === 0) return "";
	const waits = facts.filter(({ status }) => status !== "accepted").length;
	const found = words("work.becameFacts", { count: facts.length - waits });
	return waits === 0 ? found : `${found} ${words("work.wait", { count: waits })}`;
}

export async function proposeQuestions(discovery: string, items: readonly string[]): Promise<void> {
	const ask = () =>
		runTask(words("work.proposing"), (task) => call(commands.questionsPropose(discovery, [...items], task)));
	try {
		const done = await withConsent(discovery, "derivation", ask);
		if (done === null) return;
		const report = done.value;
		const refused = report.refused.length > 0 ? words("work.refused", { count: report.refused.length }) : "";
		if (report.added > 0)
			offerUndo(discovery, done, words("work.proposed", { count: report.added }), { more: refused });
		else showToast({ title: words("work.proposedNone"), description: refused });
	} catch (error) {
		reportError(error, words("work.notProposed"));
	}
}

export async function reopenQuestion(discovery: string, question: string): Promise<void> {
	await change(discovery, call(commands.questionReopen(discovery, question)), words("work.reopened"));
}

export async function dropQuestion(discovery: string, question: string): Promise<void> {
	await change(discovery, call(commands.questionDrop(discovery, question)), words("work.dropped"));
}

async function change(discovery: string, work: Promise<Done<null>>, toast: string): Promise<void> {
	try {
		offerUndo(discovery, await work, toast);
	} catch (error) {
		reportError(error);
	}
}
