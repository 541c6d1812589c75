import { lastPicture } from "./last";
import { draw } from "./tree";

/** Marked in the page's timeline when the picture stands. */
const SHOWN = "last picture";
/** Then the window goes on, whether or not the picture has been painted. */
const PATIENCE = 1_000;

/**
 * Shows what the window last showed, until what is returned is called. It stands in a tree of its own above the window, is
 * no part of what can be found or reached, and lets the pointer through.
 */
export async function showLastPicture(build: string): Promise<() => void> {
	const last = lastPicture(build);
	if (!last) return () => {};
	const { width, height, styles, body, scrolled } = last;
	const host = document.createElement("div");
	host.style.cssText = `position: fixed; top: 0; left: 0; width: ${width}px; height: ${height}px; z-index: 1; pointer-events: none; contain: strict`;
	host.inert = true;
	host.ariaHidden = "true";
	const shadow = host.attachShadow({ mode: "closed" });
	document.documentElement.append(host);
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(styles);
	shadow.adoptedStyleSheets = [sheet];
	// A body of its own, so that what the style sheets say of the body holds for it too.
	const whole = document.createElement("body");
	whole.style.height = "100%";
	whole.append(...body.map(draw));
	shadow.append(whole);
	const elements = whole.getElementsByTagName("*");
	for (const [element, top, left] of scrolled) elements[element]?.scrollTo(left, top);
	performance.mark(SHOWN);
	await painted();
	return () => host.remove();
}

/** Once it has been painted. What comes next keeps the page busy, so the window would show it much later otherwise. */
function painted(): Promise<void> {
	return new Promise((done) => {
		requestAnimationFrame(() => setTimeout(done));
		setTimeout(done, PATIENCE);
	});
}
