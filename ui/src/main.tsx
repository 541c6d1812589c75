import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/print.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { applyTheme } from "./app/appearance";
import { views } from "./app/views";
import { setUpWords } from "./i18n/setup";
import { listenForFileDrops } from "./ipc/file-drop";
import { useNavigation } from "./state/navigation";
import { remembered } from "./state/preferences";

/** Draws the frame of the window at once, from what it remembers; what the host answers is drawn as it comes. */
async function start(): Promise<void> {
	applyTheme(remembered.theme);
	void listenForFileDrops();
	await setUpWords(remembered.language);
	const root = document.getElementById("root");
	if (!root) throw new Error("index.html has no #root");
	createRoot(root).render(
		<StrictMode>
			<App />
		</StrictMode>,
	);
	// The code of the open view comes while the host answers; what fails is told by whoever shows the view.
	const { view } = useNavigation.getState();
	void views
		.find(({ id }) => id === view)
		?.part.load()
		.catch(() => {});
}

void start();
