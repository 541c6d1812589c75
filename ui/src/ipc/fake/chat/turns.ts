import type { Channel } from "@tauri-apps/api/core";
import type { ChatEvent, ChatMessage, ScopeItem } from "../../bindings";
import type { Label } from "../../label";
import { boardOf } from "../pipeline/board";
import { scopeItems } from "../questions";
import { fault, found, type Notify } from "../reply";
import { fakeId } from "../rng";
import { allowed, send } from "../sending";
import type { FakeState } from "../state";
import { BlockStream } from "./blocks";
import { cardView } from "./cardView";
import { changeChat, conversationOf, messageView, shownMessages } from "./read";
import { scriptFor } from "./script";
import type { FakeCard, FakeMessage, Proposal } from "./state";

/** Turns: what is asked is stored, and the scripted answer streamed until it ends, fails or is stopped. */

interface Said {
	conversation: string;
	text: string;
	mentions: Label[];
	items: ScopeItem[];
}

const itemsNamed = (items: string[]): ScopeItem[] => scopeItems.filter(({ id }) => items.includes(id));

interface Streamed {
	task: string;
	events: Channel<ChatEvent>;
}

export function chatTurnHandlers(state: FakeState, notify: Notify) {
	const messageOf = (id: string) =>
		found(
			[...state.chat.messages.values()].flat().find((message) => message.id === id),
			"The message",
		);
	const add = (message: FakeMessage) => state.chat.messages.get(message.conversation)?.push(message);
	const make = (conversation: string, role: FakeMessage["role"], text: string, references: Label[]): FakeMessage => ({
		id: fakeId(7, state.nextSerial++),
		conversation,
		role,
		state: "done",
		text,
		references,
		items: [],
		cards: [],
		error: null,
		answers: null,
		model: null,
		createdAt: state.clock++,
	});
	const tell = (discovery: string) => notify(discovery, "chat");

	async function answer(user: FakeMessage, { task, events }: Streamed): Promise<ChatMessage> {
		const { discovery } = conversationOf(state, user.conversation);
		const board = boardOf(state.content, discovery);
		const script = scriptFor(user.text, board);
		const said = { ...make(user.conversation, "assistant", "", []), state: "streaming" as FakeMessage["state"] };
		said.answers = user.id;
		const to = allowed(state, discovery, "chat");
		said.model = to === null ? null : (to.model ?? "model-a");
		add(said);
		send(state, discovery, "chat", user.text, said.id);
		events.onmessage({ type: "begun", user: messageView(state, user), assistant: said.id });

		const stream = new BlockStream();
		const text = script.text || (script.proposals.length > 0 ? "1 change is ready for you to confirm." : "");
		for (let at = 0; at < text.length; at += state.chat.stride) {
			await new Promise((resolve) => setTimeout(resolve, state.chat.pace));
			if (state.cancelled.delete(task)) {
				said.state = "stopped";
				events.onmessage({ type: "stopped", messageId: said.id });
				tell(discovery);
				return messageView(state, said);
			}
			const piece = text.slice(at, at + state.chat.stride);
			said.text += piece;
			events.onmessage({ type: "token", grown: null, ...stream.push(piece) });
		}
		for (const proposal of script.proposals) {
			const card = cardFor(state, said.id, proposal, board);
			said.cards.push(card);
			events.onmessage({ type: "tool_call", tool: proposal.tool, params: proposal, card: cardView(state, card) });
		}
		const { failure } = script;
		said.state = failure ? "failed" : "done";
		said.error = failure;
		if (failure) events.onmessage({ type: "error", error: failure.message, code: failure.code, hint: failure.hint });
		else events.onmessage({ type: "done", messageId: said.id });
		tell(discovery);
		return messageView(state, said);
	}

	const ask = ({ conversation, text, mentions, items }: Said, streamed: Streamed) => {
		if (text.trim() === "") throw fault("empty", "There is nothing to send.");
		if (/no key/.test(text)) throw fault("key_needed", "No key is set for this provider.", "Set it in the settings.");
		if (/keyring asks/.test(text)) throw fault("cancelled", "The task was cancelled.");
		allowed(state, conversationOf(state, conversation).discovery, "chat");
		const user = { ...make(conversation, "user", text, mentions), items };
		add(user);
		return answer(user, streamed);
	};
	const hide = (conversation: string, name: string, ids: string[]) => {
		const { discovery } = conversationOf(state, conversation);
		changeChat(state, discovery, name, { hidden: new Set([...state.content.chat.hidden, ...ids]) });
	};

	return {
		chatSend: ({
			conversation,
			text,
			mentions,
			items,
			...streamed
		}: Streamed & { conversation: string; text: string; mentions: Label[]; items: string[] | null }) =>
			ask({ conversation, text, mentions, items: itemsNamed(items ?? []) }, streamed),
		chatRetry: ({ message, ...streamed }: Streamed & { message: string }) => {
			const old = messageOf(message);
			hide(old.conversation, "Ask again", [message]);
			return answer(messageOf(old.answers ?? ""), streamed);
		},
		chatResend: ({
			message,
			text,
			mentions,
			items,
			...streamed
		}: Streamed & { message: string; text: string; mentions: Label[]; items: string[] | null }) => {
			const { conversation, items: before } = messageOf(message);
			const shown = shownMessages(state, conversation).map(({ id }) => id);
			hide(conversation, "Change a message", shown.slice(shown.indexOf(message)));
			return ask({ conversation, text, mentions, items: items === null ? before : itemsNamed(items) }, streamed);
		},
	};
}

function cardFor(state: FakeState, message: string, proposal: Proposal, board: ReturnType<typeof boardOf>): FakeCard {
	const touched =
		proposal.tool === "add_item" ? [] : proposal.tool === "edit_item" ? [proposal.label] : proposal.labels;
	const versions = Object.fromEntries(touched.map((label) => [label, board.byLabel.get(label)?.versions.length ?? 0]));
	return { id: fakeId(8, state.nextSerial++), message, proposal, versions };
}
