// The palette of commands, by keys alone.

import { Key, until } from "./webdriver.mjs";

/** Runs the command that is found by these words, which is called `option`. */
export async function palette(window, words, option = words) {
	await window.keys([Key.Control, "k"]);
	await until("the palette to have the focus", () =>
		window.run("() => document.activeElement?.matches('input[role=combobox], [role=dialog] input')"),
	);
	await window.type(words);
	await window.find("[role=option][aria-selected=true]", option);
	await window.keys(Key.Enter);
}
