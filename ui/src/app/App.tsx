import { CSPProvider } from "@base-ui/react/csp-provider";
import { Toast } from "@base-ui/react/toast";
import { Tooltip } from "@base-ui/react/tooltip";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ErrorNote } from "../components/ErrorNote";
import { chooseLanguage } from "../i18n/setup";
import { followChanges } from "../ipc/changes";
import { client } from "../ipc/client";
import { libraryQuery } from "../ipc/queries";
import { rememberPreferences, usePreferences } from "../state/preferences";
import { useTextSize } from "../state/textSize";
import { toasts } from "../state/toasts";
import { applyTextSize, applyTheme } from "./appearance";
import { Toasts } from "./Toasts";
import { Unavailable } from "./Unavailable";
import { Window } from "./Window";

/** Everything around the window: data, toasts, theme, language. The policy of the window forbids style elements. */
export function App() {
	return (
		<QueryClientProvider client={client}>
			<CSPProvider disableStyleElements>
				<Tooltip.Provider>
					<Toast.Provider toastManager={toasts} limit={4}>
						<Library />
						<Toasts />
					</Toast.Provider>
				</Tooltip.Provider>
			</CSPProvider>
		</QueryClientProvider>
	);
}

function Library() {
	const library = useQuery(libraryQuery);
	const preferences = usePreferences();
	const percent = useTextSize((size) => size.percent);

	useEffect(() => followChanges(client), []);
	useEffect(() => applyTheme(preferences.theme), [preferences.theme]);
	useEffect(() => applyTextSize(percent), [percent]);
	useEffect(() => void chooseLanguage(preferences.language), [preferences.language]);
	useEffect(() => rememberPreferences(preferences), [preferences]);

	if (library.isError) return <ErrorNote error={library.error} onRetry={() => void library.refetch()} />;
	const shown = library.data ?? null;
	if (shown?.status.kind === "unavailable") return <Unavailable library={shown} status={shown.status} />;
	return <Window library={shown} />;
}
