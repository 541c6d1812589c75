import { lastPicture } from "./last";
import { draw } from "./tree";

/** Marked in the page's timeline when the picture stands. */
const SHOWN = "last picture";
/** Then the window goes on, whether or not the picture has been painted. */
const PATIENCE = 1_000;

/** Shows what the window last showed, until what is returned is called; null where that was not kept. */
export async function showLastPicture(build: string): Promise<(() => void) | null> {
	const last = lastPicture(build);
	if (!last) return null;
	const { width, height, styles, body, scrolled } = last;
	const { shadow, whole, hide } = stand(width, height);
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(styles);
	shadow.adoptedStyleSheets = [sheet];
	whole.append(...body.map(draw));
	const elements = whole.getElementsByTagName("*");
	for (const [element, top, left] of scrolled) elements[element]?.scrollTo(left, top);
	performance.mark(SHOWN);
	await painted();
	return hide;
}

/**
 * Where what is seen before the window stands: in a tree of its own above the window. It is no part of what can be found
 * or reached, and lets the pointer through.
 */
export function stand(width: number, height: number) {
	const host = document.createElement("div");
	host.style.cssText = `position: fixed; top: 0; left: 0; width: ${width}px; height: ${height}px; z-index: 1; pointer-events: none; contain: strict`;
	host.inert = true;
	host.ariaHidden = "true";
	const shadow = host.attachShadow({ mode: "closed" });
	// A body of its own, so that what the style sheets say of the body holds for it too.
	const whole = document.createElement("body");
	whole.style.height = "100%";
	shadow.append(whole);
	document.documentElement.append(host);
	return { shadow, whole, hide: () => host.remove() };
}

/** Once it has been painted. What comes next keeps the page busy, so the window would show it much later otherwise. */
export function painted(): Promise<void> {
	return new Promise((done) => {
		requestAnimationFrame(() => setTimeout(done));
		setTimeout(done, PATIENCE);
	});
}
