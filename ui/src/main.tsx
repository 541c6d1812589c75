import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/print.css";
import { App } from "./app/App";
import { askAhead } from "./app/ahead";
import { applyTheme, rememberedLanguage, rememberedTheme } from "./app/appearance";
import { setUpWords } from "./i18n/setup";

async function start(): Promise<void> {
	if (__FAKE_HOST__ && !("__TAURI_INTERNALS__" in window)) {
		const { startFakeHost } = await import("./ipc/fake/start");
		startFakeHost();
	}
	applyTheme(rememberedTheme());
	askAhead();
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
