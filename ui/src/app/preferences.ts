import { useQuery } from "@tanstack/react-query";
import { commands, type Preferences } from "../ipc/bindings";
import { call } from "../ipc/call";
import { client } from "../ipc/client";
import { preferencesQuery } from "../ipc/queries";
import { reportError } from "./toasts";

const unread: Preferences = { theme: "system", sidebar: true, inspector: true, language: "en", lastDiscovery: null };

export function usePreferences(): Preferences {
	return useQuery(preferencesQuery).data ?? unread;
}

/** Shown at once, stored behind it. */
export function changePreferences(change: Partial<Preferences>): void {
	const next = { ...(client.getQueryData(preferencesQuery.queryKey) ?? unread), ...change };
	client.setQueryData(preferencesQuery.queryKey, next);
	call(commands.setPreferences(next)).catch((error: unknown) => reportError(error));
}
