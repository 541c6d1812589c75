import { rememberedLanguage } from "../appearance";
import type { Drawn } from "./tree";

/** The window's last picture, as it is kept. */
export interface LastPicture {
	/** How large the window was, in CSS pixels. */
	width: number;
	height: number;
	/** The paths of the style sheets that it takes; what they say comes with the picture. */
	sheets: string[];
	/** What stands in the document's body. */
	body: Drawn[];
	/** What was scrolled: the number of the element in the document's order, and how far. */
	scrolled: [element: number, top: number, left: number][];
}

/** Of what window a picture is: another look of it is none. `build` names this version of the interface. */
export function pictureKey(build: string): string {
	const { theme } = document.documentElement.dataset;
	return [build, rememberedLanguage(), theme].join(" ");
}

/** The picture that came with the page, if it is of this window. A page that is loaded anew has changed since. */
export function lastPicture(build: string): (LastPicture & { styles: string }) | null {
	const { factlyLastPicture: kept } = window;
	delete window.factlyLastPicture;
	const isFirst = performance
		.getEntriesByType("navigation")
		.every((entry) => (entry as PerformanceNavigationTiming).type === "navigate");
	if (!isFirst || kept?.key !== pictureKey(build)) return null;
	return { ...(JSON.parse(kept.shown) as LastPicture), styles: kept.styles };
}
