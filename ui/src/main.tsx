import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { rememberedLanguage } from "./app/appearance";
import { keepLastPicture } from "./app/picture/keep";
import { setUpWords } from "./i18n/setup";
import { hearFileDrops } from "./ipc/file-drop";

/** Then the window is shown with what there is. */
const PATIENCE = 400;
/** Whatever stands there by then, the last picture no longer hides it. */
const AT_THE_LATEST = 3_000;

/** Shows the window once what was `asked` is there; `hide` takes away its last picture, which stands above it. */
export async function start(build: string, hide: () => void, asked: Promise<unknown>): Promise<void> {
	const patient = new Promise((done) => setTimeout(done, PATIENCE));
	await Promise.all([
		Promise.race([Promise.allSettled([asked]), patient]),
		setUpWords(rememberedLanguage()),
		hearFileDrops(),
	]);

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
