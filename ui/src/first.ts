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
	const { start } = await import("./main");
	await start(build, hide);
}

void first();
