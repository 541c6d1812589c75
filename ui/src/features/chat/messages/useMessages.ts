import { useInfiniteQuery } from "@tanstack/react-query";
import type { ChatMessage } from "../../../ipc/bindings";
import { messagesQuery } from "../../../ipc/chatQueries";
import { type Entry, entriesOf } from "../turns/entries";
import { useRunning } from "../turns/running";

interface Messages {
	entries: readonly Entry[];
	/** The newest that is stored and is an answer: the one that can be asked for again. */
	last: ChatMessage | null;
	hasOlder: boolean;
	isLoadingOlder: boolean;
	loadOlder: () => void;
	isLoading: boolean;
	error: unknown;
	retry: () => void;
}

/** The messages of a conversation as far as they are read, with the turn that runs. Not drawn again for a token. */
export function useMessages(conversation: string): Messages {
	const query = useInfiniteQuery(messagesQuery(conversation));
	const head = useRunning(({ turns }) => turns[conversation]?.head ?? null);
	const stored = (query.data?.pages ?? []).toReversed().flatMap(({ messages }) => messages);
	const newest = stored.at(-1);
	return {
		entries: entriesOf(stored, head),
		last: newest?.role === "assistant" ? newest : null,
		hasOlder: query.hasNextPage,
		isLoadingOlder: query.isFetchingNextPage,
		loadOlder: () => {
			if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
		},
		isLoading: query.isPending,
		error: query.error,
		retry: () => void query.refetch(),
	};
}
