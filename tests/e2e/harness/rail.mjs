// The way through a discovery, as an analyst goes it: by the keys of the rail, and by what stands beside a place.

import { Key } from "./webdriver.mjs";

const KEYS = { overview: "1", source: "2", work: "3", review: "4", facts: "5", pipeline: "6", reports: "7", documents: "8", memory: "9" };
/** The views that share the place of another. */
const BESIDE = { coverage: "source", guide: "source", items: "facts", known: "facts", outline: "pipeline" };

export async function go(window, view) {
	if (view === "audit") {
		await (await window.find("header [aria-haspopup=menu]")).click();
		await (await window.find("[role=menuitem]")).click();
	} else await window.keys([Key.Control, KEYS[BESIDE[view] ?? view]]);
	if (BESIDE[view]) await (await window.find(`main [data-goes=${view}]`)).click();
	await isAt(window, view);
}

/** By a click: right after a start nobody hears the keys yet, and what is drawn may have taken the focus. */
export async function clickTo(window, view) {
	await (await window.find(`nav [data-goes=${view}]`)).click();
	await isAt(window, view);
}

export const isAt = (window, view) => window.find(`[data-view=${view}]`);
