import type {
	AnswerUse,
	ChatHit,
	ChatMessage,
	ChatMessages,
	ChatMode,
	Conversation,
	MentionGroup,
	UsedAnswer,
} from "../../bindings";
import { boardOf, kinds } from "../pipeline/board";
import { fault, found, type Notify } from "../reply";
import { fakeId } from "../rng";
import { requestsOf } from "../sending";
import type { FakeState } from "../state";
import { commit } from "../steps";
import { parseBlocks } from "./blocks";
import { cardView, isUndoable } from "./cardView";
import { type ChatContent, type FakeConversation, type FakeMessage, pending } from "./state";

/** Conversations, their messages, and what can be mentioned. */

const PAGE = 50;
const MENTIONS_A_KIND = 8;

export function messageView(state: FakeState, message: FakeMessage): ChatMessage {
	const { role, text, cards, answers: _, ...rest } = message;
	return {
		...rest,
		role,
		text,
		blocks: role === "assistant" ? parseBlocks(text) : [],
		grounding: null,
		cards: cards.map((card) => cardView(state, card)),
		requests: requestsOf(state, message.id).length,
		undoable: cards.length > 0 && isUndoable(state, message.id),
	};
}

export function shownMessages(state: FakeState, conversation: string): FakeMessage[] {
	const { hidden } = state.content.chat;
	return (state.chat.messages.get(conversation) ?? []).filter(({ id }) => !hidden.has(id));
}

export function changeChat(state: FakeState, discovery: string, name: string, change: Partial<ChatContent>): void {
	commit(state, discovery, name, { ...state.content, chat: { ...state.content.chat, ...change } });
}

export function newConversation(
	state: FakeState,
	discovery: string,
	title: string,
	isDefault: boolean,
	mode: ChatMode = "discovery",
): FakeConversation {
	const made: FakeConversation = { id: fakeId(6, state.nextSerial++), discovery, title, isDefault, mode, scope: [] };
	state.chat.conversations.push(made);
	state.chat.messages.set(made.id, []);
	return made;
}

export function conversationOf(state: FakeState, id: string): FakeConversation {
	return found(
		state.chat.conversations.find((one) => one.id === id),
		"The conversation",
	);
}

function conversationView(state: FakeState, conversation: FakeConversation): Conversation {
	const { id, title: first, isDefault, mode, scope } = conversation;
	const title = state.content.chat.titles.get(id) ?? first;
	const messages = shownMessages(state, id);
	const cards = messages.flatMap((message) => message.cards);
	const isPending = (card: string) => (state.content.chat.decisions.get(card) ?? pending).status === "pending";
	return {
		id,
		title: title || (messages[0]?.text.slice(0, 60) ?? ""),
		isDefault,
		mode,
		scope,
		report: null,
		messages: messages.length,
		pendingCards: cards.filter((card) => isPending(card.id)).length,
		updatedAt: messages.at(-1)?.createdAt ?? state.clock,
	};
}

export function chatReadHandlers(state: FakeState, notify: Notify) {
	const of = (discovery: string) =>
		state.chat.conversations.filter((one) => one.discovery === discovery && !state.content.chat.hidden.has(one.id));
	const tell = (discovery: string) => notify(discovery, "undo", "chat");
	const view = (id: string) => conversationView(state, conversationOf(state, id));
	const change = (id: string, name: string, patch: Partial<ChatContent>) => {
		const { discovery } = conversationOf(state, id);
		changeChat(state, discovery, name, patch);
		tell(discovery);
		return null;
	};
	return {
		chatConversations: ({ discovery }: { discovery: string }): Conversation[] => {
			if (of(discovery).length === 0) newConversation(state, discovery, "", true);
			return of(discovery)
				.map((one) => conversationView(state, one))
				.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault) || b.updatedAt - a.updatedAt);
		},
		chatCreate: ({ discovery, mode, title }: { discovery: string; mode: ChatMode; title: string | null }) => {
			const made = newConversation(state, discovery, title ?? "", false, mode);
			tell(discovery);
			return conversationView(state, made);
		},
		chatConversationOf: ({ discovery, mode }: { discovery: string; mode: ChatMode }): Conversation => {
			const known = of(discovery).find((one) => one.isDefault && one.mode === mode);
			return conversationView(state, known ?? newConversation(state, discovery, "", true, mode));
		},
		chatUseAnswer: (_: { message: string; kind: AnswerUse }): UsedAnswer => {
			throw fault("refused", "This answer cites nothing.");
		},
		sourcePlace: ({ input, start, end }: { input: string; start: number; end: number; quote: string }) => ({
			input,
			block: 0,
			start,
			end,
		}),
		chatScope: ({ conversation, inputs }: { conversation: string; inputs: string[] }) => {
			conversationOf(state, conversation).scope = inputs;
			tell(conversationOf(state, conversation).discovery);
			return null;
		},
		chatRename: ({ conversation, title }: { conversation: string; title: string }) => {
			const { titles } = state.content.chat;
			return change(conversation, `Rename to ${title}`, { titles: new Map([...titles, [conversation, title]]) });
		},
		chatDelete: ({ conversation }: { conversation: string }) => {
			const { hidden } = state.content.chat;
			return change(conversation, `Delete ${view(conversation).title}`, { hidden: new Set([...hidden, conversation]) });
		},
		chatSearch: ({ discovery, text }: { discovery: string; text: string }): ChatHit[] =>
			of(discovery).flatMap((conversation) =>
				shownMessages(state, conversation.id)
					.filter((message) => message.text.toLowerCase().includes(text.toLowerCase()))
					.slice(0, 20)
					.map((message) => ({
						conversation: conversation.id,
						title: conversationView(state, conversation).title,
						message: message.id,
						snippet: message.text
							.slice(Math.max(0, message.text.toLowerCase().indexOf(text.toLowerCase()) - 20))
							.slice(0, 120),
						at: message.createdAt,
					})),
			),
		chatMessages: ({ conversation, before }: { conversation: string; before: string | null }): ChatMessages => {
			const all = shownMessages(state, conversation);
			const end = before === null ? all.length : all.findIndex(({ id }) => id === before);
			if (end < 0) throw fault("not_found", "The message is not in this conversation.");
			const from = Math.max(0, end - PAGE);
			return {
				messages: all.slice(from, end).map((one) => messageView(state, one)),
				more: from > 0,
				total: all.length,
				summaries: [],
			};
		},
		chatText: ({ message }: { message: string }): string =>
			[...state.chat.messages.values()].flat().find(({ id }) => id === message)?.text ?? "",
		chatMentions: ({ discovery, typed }: { discovery: string; typed: string }): MentionGroup[] => {
			const board = boardOf(state.content, discovery);
			const words = typed.toLowerCase();
			return kinds.flatMap((kind) => {
				const entries = board.columns[kind]
					.filter(({ label, text }) => label.toLowerCase().startsWith(words) || text.toLowerCase().includes(words))
					.toSorted((a, b) => Number(b.label.toLowerCase() === words) - Number(a.label.toLowerCase() === words))
					.slice(0, MENTIONS_A_KIND)
					.map(({ label, text }) => ({ label, text: text.slice(0, 50) }));
				return entries.length > 0 ? [{ kind, entries }] : [];
			});
		},
		chatRequests: ({ message }: { message: string }) => requestsOf(state, message),
		openLink: (_: { url: string }) => null,
	};
}
