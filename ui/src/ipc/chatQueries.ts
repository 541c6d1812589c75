import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { commands } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";
import type { Label } from "./label";

/** What the chat reads. */

export const conversationsQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.chat, discovery, "conversations"],
		queryFn: () => call(commands.chatConversations(discovery)),
	});

/** Pages of 50, the newest first, each older than the one before. */
export const messagesQuery = (conversation: string) =>
	infiniteQueryOptions({
		queryKey: [...roots.chat, "messages", conversation],
		queryFn: ({ pageParam }) => call(commands.chatMessages(conversation, pageParam)),
		initialPageParam: null as string | null,
		getNextPageParam: (older) => (older.more ? (older.messages[0]?.id ?? null) : null),
	});

export const chatSearchQuery = (discovery: string, text: string) =>
	queryOptions({
		queryKey: [...roots.chat, discovery, "search", text],
		queryFn: () => call(commands.chatSearch(discovery, text)),
		placeholderData: (previous) => previous,
	});

/** What may be mentioned, by column. */
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
