import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { commands, type ProviderChoice, type ProviderTask } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";

export const providerQuery = queryOptions({
	queryKey: roots.provider,
	queryFn: () => call(commands.providerSettings()),
});

/** A keyring may be slow to say it, so nobody asks for what is still being typed. */
const SETTLED_MS = 300;

/** Query for the place of the key for the address of a choice. */
export const keyPlaceQuery = (choice: ProviderChoice) =>
	queryOptions({
		queryKey: [...roots.provider, "key", choice.provider, choice.baseUrl],
		queryFn: async ({ signal }) => {
			await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
			signal.throwIfAborted();
			return call(commands.providerKeyPlace({ ...choice, model: null }));
		},
		gcTime: 0,
	});

/** To whom a task would send the text of a discovery, and whether it may. */
export const sendToQuery = (discovery: string, task: ProviderTask) =>
	queryOptions({
		queryKey: [...roots.sending, discovery, task],
		queryFn: () => call(commands.wouldSend(discovery, task)),
	});

const LOOK_AGAIN_MS = 2000;

/** No notice tells of vectors, which are beside the library. */
export const embeddingQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.sending, "vectors", discovery],
		queryFn: () => call(commands.embeddingStatus(discovery)),
		staleTime: 0,
		refetchInterval: LOOK_AGAIN_MS,
	});

const REQUESTS_A_PAGE = 50;

/** No notice tells of a request, so they are asked for anew whenever the list is opened. A message has few. */
export const sentRequestsQuery = (of: { discovery: string } | { message: string }) =>
	infiniteQueryOptions({
		queryKey: [...roots.sending, "requests", of],
		queryFn: ({ pageParam }) =>
			call("message" in of ? commands.chatRequests(of.message) : commands.sentRequests(of.discovery, pageParam)),
		initialPageParam: null as number | null,
		getNextPageParam: (last) =>
			"message" in of || last.length < REQUESTS_A_PAGE ? null : (last.at(-1)?.cursor ?? null),
		staleTime: 0,
	});

/** A request is never rewritten, but its end comes after it. */
export const sentRequestQuery = (request: string) =>
	queryOptions({
		queryKey: [...roots.sending, "request", request],
		queryFn: () => call(commands.sentRequest(request)),
		gcTime: 0,
	});
