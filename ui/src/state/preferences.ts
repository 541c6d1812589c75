import { useQuery } from "@tanstack/react-query";
import { commands, type Preferences } from "../ipc/bindings";
import { call } from "../ipc/call";
import { client } from "../ipc/client";
import { preferencesQuery } from "../ipc/queries";
import { reportError } from "./toasts";

const REMEMBERED = "factly.preferences";

/** The last state of the window, which the frame is drawn from before the host has answered. */
export const remembered: Preferences = {
	theme: "system",
	sidebar: true,
	inspector: true,
	language: "en",
	lastDiscovery: null,
	...(JSON.parse(localStorage.getItem(REMEMBERED) ?? "{}") as Partial<Preferences>),
};

export function rememberPreferences(preferences: Preferences): void {
	localStorage.setItem(REMEMBERED, JSON.stringify(preferences));
}

export function usePreferences(): Preferences {
	return useQuery(preferencesQuery).data ?? remembered;
}

/** Shown at once, stored behind it; a change that comes before the host's answer waits for that. */
export function changePreferences(change: Partial<Preferences>): void {
	const now = client.getQueryData(preferencesQuery.queryKey);
	if (!now) {
		client.fetchQuery(preferencesQuery).then(() => changePreferences(change), reportError);
		return;
	}
	const next = { ...now, ...change };
	client.setQueryData(preferencesQuery.queryKey, next);
	call(commands.setPreferences(next)).catch((error: unknown) => reportError(error));
}
