import { translateMessage } from "../../../i18n/backendMessages";
import { words } from "../../../i18n/useWords";
import { type ChatMessage, commands, type ScopeItem } from "../../../ipc/bindings";
import { call } from "../../../ipc/call";
import { chatChannel } from "../../../ipc/chatChannel";
import { streamingMessages } from "../../../ipc/chatQueries";
import { asAppError } from "../../../ipc/error";
import { countUnreadAnswer } from "../../../state/chatState";
import { withConsent } from "../../../state/consent";
import { reportError } from "../../../state/toasts";
import { reuseDrawnGroups } from "../blocks/groups";
import { plainText } from "../blocks/plain";
import { useDrafts } from "../composer/drafts";
import { changeTurn, clearRefusal, endTurn, setRefusal, setTurn, turnOf, useRunning } from "./running";
import { putTurn, refetchMessages, withDecided } from "./stored";
import { type Ask, applyEvent, newTurn, type Replaces, type Turn } from "./turn";

/** Asking, asking again, and stopping. What was typed is given back if the host does not take it. */

/** As much of an answer as a screen reader is given unasked. */
const ANNOUNCED_LENGTH = 600;

export interface Where {
	discovery: string;
	conversation: string;
	/** The items looked at during a message: the scope of the turn. Undefined where nothing is looked at. */
	items?: readonly ScopeItem[];
}

type Events = ReturnType<typeof chatChannel>;

export function sendMessage(where: Where, ask: Ask): Promise<void> {
	const { discovery, conversation } = where;
	return runTurn(where, ask, { kind: "nothing" }, (task, events) =>
		call(commands.chatSend(discovery, conversation, ask.text, [...ask.mentions], scope(where), task, events)),
	);
}

/** Another answer in the place of one. */
export function retryAnswer(where: Where, message: string): Promise<void> {
	return runTurn(where, { text: "", mentions: [] }, { kind: "answer", id: message }, (task, events) =>
		call(commands.chatRetry(message, task, events)),
	);
}

/** A message with other words; it and all that followed it make room. */
export function resendMessage(where: Where, message: string, ask: Ask): Promise<void> {
	return runTurn(where, ask, { kind: "from", id: message }, (task, events) =>
		call(commands.chatResend(message, ask.text, [...ask.mentions], scope(where), task, events)),
	);
}

const scope = ({ items }: Where) => items?.map(({ id }) => id) ?? null;

/** Asks the host to stop; the turn then ends with what has come. */
export function stopAnswer(conversation: string): void {
	const turn = turnOf(conversation);
	if (!turn || turn.head.stopping) return;
	const { task } = turn.head;
	const stopping = (is: boolean) =>
		changeTurn(conversation, task, (now) => ({ ...now, head: { ...now.head, stopping: is } }));
	stopping(true);
	call(commands.taskCancel(task)).catch((error: unknown) => {
		stopping(false);
		reportError(error);
	});
}

async function runTurn(
	where: Where,
	ask: Ask,
	replaces: Replaces,
	work: (task: string, events: Events) => Promise<ChatMessage>,
): Promise<void> {
	const { conversation } = where;
	if (turnOf(conversation)) return;
	const task = crypto.randomUUID();
	clearRefusal(conversation);
	setTurn(conversation, newTurn(task, ask, replaces));
	// A channel ends with its call, so that another try needs another. The reply may overtake the last events.
	const attempt = async () => {
		const { events, ended } = startEvents(conversation, task);
		const answer = await work(task, events);
		if (answer.state !== "stopped") await ended;
		return answer;
	};
	try {
		const answer = await withConsent(where.discovery, "chat", attempt);
		if (answer === null) takeBack(where, ask, replaces);
		else end(where, replaces, answer);
	} catch (error) {
		takeBack(where, ask, replaces);
		// Stopped before it began: nobody has to be told why.
		if (asAppError(error).code !== "cancelled") setRefusal(conversation, error);
	}
}

/** The channel of a turn, and when its last event has come. */
function startEvents(conversation: string, task: string): { events: Events; ended: Promise<void> } {
	let resolve = () => {};
	const ended = new Promise<void>((done) => {
		resolve = done;
	});
	const events = chatChannel((event) => {
		if (event.type === "begun") for (const id of [event.user.id, event.assistant]) streamingMessages.add(id);
		if (event.type === "done" || event.type === "stopped" || event.type === "error") resolve();
		changeTurn(conversation, task, (turn) => applyEvent(turn, event));
	});
	return { events, ended };
}

/** The stored answer takes the place of what was drawn as it came: its words have come, but of one that was stopped. */
function end({ discovery, conversation }: Where, replaces: Replaces, reply: ChatMessage): void {
	const turn = turnOf(conversation);
	const groups = turn?.groups ?? [];
	// An answer that rests on sources is marked once it has ended, and comes whole.
	const blocks = reply.state === "stopped" || reply.grounding !== null ? reply.blocks : groups.flat();
	const answer = withDecided({ ...reply, blocks }, turn?.cards ?? []);
	reuseDrawnGroups(groups, blocks);
	const user = turn?.head.user ?? null;
	putTurn(conversation, replaces, user === null || replaces.kind === "answer" ? [answer] : [user, answer]);
	leave(conversation, turn);
	countUnreadAnswer(discovery, conversation);
	useRunning.setState({ announcement: announcement(answer) });
}

function announcement({ state, blocks, cards, error }: ChatMessage): string {
	const head = words(`chat.ended.${state === "streaming" ? "done" : state}`);
	const proposed = cards.length === 0 ? "" : words("chat.proposes", { count: cards.length });
	return [head, error && translateMessage(error.message), plainText(blocks, ANNOUNCED_LENGTH), proposed]
		.filter(Boolean)
		.join(" ");
}

function leave(conversation: string, turn: Turn | undefined): void {
	for (const id of [turn?.head.user?.id, turn?.head.assistant]) if (id) streamingMessages.delete(id);
	endTurn(conversation);
}

/** Nothing was stored, so what was typed is typed again. */
function takeBack({ conversation }: Where, ask: Ask, replaces: Replaces): void {
	const turn = turnOf(conversation);
	const wasBegun = turn?.head.user != null;
	leave(conversation, turn);
	if (wasBegun) refetchMessages(conversation);
	if (wasBegun || replaces.kind === "answer") return;
	useDrafts.getState().giveBack(conversation, ask, replaces.kind === "from" ? replaces.id : null);
}
