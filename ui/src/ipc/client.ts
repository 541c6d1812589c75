import { notifyManager, QueryClient } from "@tanstack/react-query";

// An answer is told at once, and not by a timer as is usual, so that the next frame shows it.
notifyManager.setScheduler(queueMicrotask);

/** Data is right until a change notice says otherwise, and no question waits for a network: there is none. */
export const client = new QueryClient({
	defaultOptions: {
		queries: {
			retry: false,
			staleTime: Number.POSITIVE_INFINITY,
			gcTime: 60_000,
			networkMode: "always",
			refetchOnWindowFocus: false,
			refetchOnReconnect: false,
		},
		mutations: { retry: false, networkMode: "always" },
	},
});
