import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./styles/tokens.css";
import "./styles/base.css";
import { App } from "./app/App";
import { applyTheme, rememberedLanguage, rememberedTheme } from "./app/appearance";
import { setUpWords } from "./i18n/setup";
import { client } from "./ipc/client";
import { libraryQuery, preferencesQuery } from "./ipc/queries";

async function start(): Promise<void> {
	if (__FAKE_HOST__ && !("__TAURI_INTERNALS__" in window)) {
		const { startFakeHost } = await import("./ipc/fake/start");
		startFakeHost();
	}
	applyTheme(rememberedTheme());
	void client.prefetchQuery(libraryQuery);
	void client.prefetchQuery(preferencesQuery);
	await setUpWords(rememberedLanguage());

	const root = document.getElementById("root");
	if (!root) throw new Error("index.html has no #root");
	createRoot(root).render(
		<StrictMode>
			<App />
		</StrictMode>,
	);
}

void start();
