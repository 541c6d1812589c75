import { words } from "../../../i18n/useWords";
import { type AnswerUse, type ChatMode, type Conversation, commands } from "../../../ipc/bindings";
import { call } from "../../../ipc/call";
import { conversationsQuery } from "../../../ipc/chatQueries";
import { client } from "../../../ipc/client";
import { useAnswerWaits } from "../../../state/answerWaits";
import { chooseConversation } from "../../../state/chosenConversation";
import { goToText } from "../../../state/goToText";
import { offerUndo } from "../../../state/history";
import { useOpenReport } from "../../../state/openReport";
import { joinMessages, reportError, showToast } from "../../../state/toasts";

/** Actions of the Sources mode. A failure is reported. */

/** The conversation of a mode that was spoken in last, or its default one. */
export async function switchMode(
	discovery: string,
	mode: ChatMode,
	conversations: readonly Conversation[],
): Promise<void> {
	try {
		const report = mode === "report" ? (useOpenReport.getState()[discovery] ?? null) : null;
		const known = conversations
			.filter((one) => one.mode === mode && one.report === report)
			.toSorted((one, other) => other.updatedAt - one.updatedAt)[0];
		const begin = report ? commands.reportConversation(report) : commands.chatConversationOf(discovery, mode);
		const { id } = known ?? (await call(begin));
		if (!known) await client.invalidateQueries({ queryKey: conversationsQuery(discovery).queryKey });
		chooseConversation(discovery, id);
	} catch (error) {
		reportError(error);
	}
}

export async function setScope(discovery: string, conversation: string, inputs: readonly string[]): Promise<void> {
	try {
		await call(commands.chatScope(conversation, [...inputs]));
		await client.invalidateQueries({ queryKey: conversationsQuery(discovery).queryKey });
	} catch (error) {
		reportError(error);
	}
}

interface CitedPlace {
	input: string;
	start: number;
	end: number;
	quote: string;
}

/** Shows the exact words in the text that they stand in. */
export async function showCited(discovery: string, { input, start, end, quote }: CitedPlace): Promise<void> {
	try {
		const location = await call(commands.sourcePlace(input, start, end, quote));
		goToText(discovery, location);
	} catch (error) {
		reportError(error);
	}
}

export async function saveAnswerAs(discovery: string, message: string, kind: AnswerUse): Promise<void> {
	try {
		const done = await call(commands.chatUseAnswer(message, kind));
		const { added, known, leftOut, waiting } = done.value;
		if (waiting.length > 0) useAnswerWaits.getState().ask(discovery, waiting);
		if (added.length === 0) {
			if (waiting.length < known.length) showToast({ title: words("chat.use.known", { labels: known.join(", ") }) });
			return;
		}
		const title = words("chat.use.added", { labels: added.join(", ") });
		const why = leftOut.map((error) => joinMessages(error.message, error.kept, error.hint));
		offerUndo(discovery, done, [title, ...why].join(" "));
	} catch (error) {
		reportError(error);
	}
}
