import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/print.css";
import { applyTheme, rememberedTheme } from "./app/appearance";
import { showLastPicture } from "./app/picture/show";

/** What comes before all else, and is small: the look of the window, and what it last showed. */
async function first(): Promise<void> {
	const build = import.meta.url;
	applyTheme(rememberedTheme());
	const hide = await showLastPicture(build);
	if (__FAKE_HOST__ && !("__TAURI_INTERNALS__" in window)) {
		const { startFakeHost } = await import("./ipc/fake/start");
		startFakeHost();
	}
	const asked = import("./app/ahead").then(({ firstPicture }) => firstPicture());
	const { start } = await import("./main");
	await start(build, hide, asked);
}

void first();
