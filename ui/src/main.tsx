import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { firstPicture } from "./app/ahead";
import { rememberedLanguage } from "./app/appearance";
import { keepLastPicture } from "./app/picture/keep";
import { setUpWords } from "./i18n/setup";
import { hearFileDrops } from "./ipc/file-drop";

/** Whatever stands there by then, the last picture no longer hides it. */
const AT_THE_LATEST = 3_000;

/** Shows the window; `hide` takes away its last picture, which stands above it. */
export async function start(build: string, hide: () => void): Promise<void> {
	if (__FAKE_HOST__ && !("__TAURI_INTERNALS__" in window)) {
		const { startFakeHost } = await import("./ipc/fake/start");
		startFakeHost();
	}
	await Promise.all([firstPicture(), setUpWords(rememberedLanguage()), hearFileDrops()]);

	const root = document.getElementById("root");
	if (!root) throw new Error("index.html has no #root");
	createRoot(root).render(
		<StrictMode>
			<App />
		</StrictMode>,
	);
	setTimeout(hide, AT_THE_LATEST);
	await drawn(root);
	hide();
	keepLastPicture(root, build);
}

/** Once something stands in `root`, and the frame after that is there. */
function drawn(root: Element): Promise<void> {
	return new Promise((done) => {
		const look = () => requestAnimationFrame(root.childElementCount > 0 ? () => done() : look);
		look();
	});
}
