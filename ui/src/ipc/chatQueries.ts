import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type ChatMessages, commands } from "./bindings";
import { call } from "./call";
import { client } from "./client";
import { roots } from "./keys";
import type { Label } from "./label";

/** Queries of the chat. */

export const conversationsQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.chat, discovery, "conversations"],
		queryFn: () => call(commands.chatConversations(discovery)),
	});

/** Pages of 50, the newest first, each older than the one before. */
export const messagesQuery = (conversation: string) =>
	infiniteQueryOptions({
		queryKey: [...roots.chat, "messages", conversation],
		queryFn: ({ pageParam }) => readMessages(conversation, pageParam),
		initialPageParam: null as string | null,
		getNextPageParam: (older) => (older.more ? (older.messages[0]?.id ?? null) : null),
	});

/** Messages of a turn that runs: its words come over its channel. */
export const streamingMessages = new Set<string>();

/** Reads a page again without the words that are there: those of a message that has ended never change. */
async function readMessages(conversation: string, before: string | null): Promise<ChatMessages> {
	const read = () => {
		const pages = client.getQueryData(messagesQuery(conversation).queryKey)?.pages ?? [];
		const ended = pages.flatMap(({ messages }) => messages).filter(({ state }) => state !== "streaming");
		return new Map(ended.map((message) => [message.id, message]));
	};
	const known = [...new Set([...read().keys(), ...streamingMessages])];
	const page = await call(commands.chatMessages(conversation, before, known));
	const there = read();
	const messages = page.messages.flatMap((message) => {
		if (!known.includes(message.id)) return [message];
		const same = there.get(message.id);
		return same ? [{ ...message, text: same.text, blocks: same.blocks }] : [];
	});
	return { ...page, messages };
}

export const chatSearchQuery = (discovery: string, text: string) =>
	queryOptions({
		queryKey: [...roots.chat, discovery, "search", text],
		queryFn: () => call(commands.chatSearch(discovery, text)),
		placeholderData: (previous) => previous,
	});

/** Query for the possible mentions, by column. */
export const mentionsQuery = (discovery: string, typed: string) =>
	queryOptions({
		queryKey: [...roots.pipeline, discovery, "mentions", typed],
		queryFn: () => call(commands.chatMentions(discovery, typed)),
		placeholderData: (previous) => previous,
	});

/** The words of one entity, in short; null if there is none of that label. */
export const labelQuery = (discovery: string, label: Label) =>
	queryOptions({
		queryKey: [...roots.pipeline, discovery, "label", label],
		queryFn: async () => {
			const groups = await call(commands.chatMentions(discovery, label));
			return groups.flatMap(({ entries }) => entries).find((entry) => entry.label === label) ?? null;
		},
	});
