import type { InfiniteData } from "@tanstack/react-query";
import type { ChatCard, ChatMessage, ChatMessages } from "../../../ipc/bindings";
import { messagesQuery } from "../../../ipc/chatQueries";
import { client } from "../../../ipc/client";
import type { Replaces } from "./turn";

/** The messages that the window has read, changed where it knows the outcome before it has asked again. */

type Pages = InfiniteData<ChatMessages, string | null>;

/** More than this many are let go when the analyst goes back to the newest, or leaves the conversation. */
const PAGES_KEPT = 4;

function change(conversation: string, edit: (pages: readonly ChatMessages[]) => ChatMessages[]): void {
	client.setQueryData<Pages>(messagesQuery(conversation).queryKey, (known) => {
		if (!known) return known;
		const pages = edit(known.pages);
		return { pages, pageParams: known.pageParams.slice(0, pages.length) };
	});
}

/**
 * Replies come in any order, and one that is under way may be older than what was put in its place: it is dropped, and
 * what the host holds is asked for.
 */
export function refetchMessages(conversation: string): void {
	void client.invalidateQueries({ queryKey: messagesQuery(conversation).queryKey });
}

/** A turn that has ended, in the place of what it replaced. */
export function putTurn(conversation: string, replaces: Replaces, ended: readonly ChatMessage[]): void {
	change(conversation, (pages) => withTurn(pages, replaces, ended));
	refetchMessages(conversation);
}

/** An answer with the cards that were decided while it was written: the host may have told it before. */
export function withDecided(answer: ChatMessage, drawn: readonly ChatCard[]): ChatMessage {
	const decided = new Map(drawn.filter(({ status }) => status !== "pending").map((card) => [card.id, card]));
	const latest = (card: ChatCard) => (card.status === "pending" ? (decided.get(card.id) ?? card) : card);
	return { ...answer, cards: answer.cards.map(latest) };
}

/** Pages come newest first, and the messages within each oldest first. */
export function withTurn(
	pages: readonly ChatMessages[],
	replaces: Replaces,
	ended: readonly ChatMessage[],
): ChatMessages[] {
	const fresh = new Set(ended.map(({ id }) => id));
	const replacedId = replaces.kind === "nothing" ? null : replaces.id;
	const home = pages.findIndex(({ messages }) => messages.some(({ id }) => id === replacedId));
	return pages.map((page, at) => {
		const isLater = replaces.kind === "from" && at < home;
		const cut =
			replaces.kind === "from" && at === home ? page.messages.findIndex(({ id }) => id === replacedId) : undefined;
		const messages = (isLater ? [] : page.messages.slice(0, cut)).filter(
			({ id }) => id !== replacedId && !fresh.has(id),
		);
		return { ...page, messages: at === 0 ? [...messages, ...ended] : messages };
	});
}

/** Cards as they are after a decision. */
export function putCards(conversation: string, decided: readonly ChatCard[]): void {
	const fresh = new Map(decided.map((card) => [card.id, card]));
	const put = (message: ChatMessage): ChatMessage =>
		message.cards.some(({ id }) => fresh.has(id))
			? { ...message, cards: message.cards.map((card) => fresh.get(card.id) ?? card) }
			: message;
	change(conversation, (pages) => pages.map((page) => ({ ...page, messages: page.messages.map(put) })));
	refetchMessages(conversation);
}

/** Back at the newest, the oldest need not be read again with each change. */
export function dropOldestPages(conversation: string): void {
	const known = client.getQueryData<Pages>(messagesQuery(conversation).queryKey);
	if ((known?.pages.length ?? 0) > PAGES_KEPT) change(conversation, (pages) => pages.slice(0, PAGES_KEPT / 2));
}
