import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/print.css";
import { applyTheme, rememberedTheme } from "./app/appearance";
import { showLastPicture } from "./app/picture/show";

/** Then the window goes on without a sketch. */
const PATIENCE = 300;

/** What comes before all else, and is small: the look of the window, and what it last showed or is going to show. */
async function first(): Promise<void> {
	const build = import.meta.url;
	applyTheme(rememberedTheme());
	const last = await showLastPicture(build);
	if (__FAKE_HOST__ && !("__TAURI_INTERNALS__" in window)) {
		const { startFakeHost } = await import("./ipc/fake/start");
		startFakeHost();
	}
	const shown = last ? Promise.resolve(last) : sketch();
	const asked = import("./app/ahead").then(({ firstPicture }) => firstPicture(shown));
	const hide = await shown;
	const { start } = await import("./main");
	await start(build, hide, asked);
}

/** Resolves when the sketch has been painted, or is not to be waited for; a late one is not shown over the window. */
async function sketch(): Promise<() => void> {
	const late = new AbortController();
	const shown = import("./app/sketch/sketch").then(({ showSketch }) => showSketch(late.signal));
	// Whoever needs an answer that did not come is told why.
	const hidden = shown.catch(() => () => {});
	await Promise.race([hidden, new Promise((done) => setTimeout(done, PATIENCE))]);
	return () => {
		late.abort();
		void hidden.then((hide) => hide());
	};
}

void first();
