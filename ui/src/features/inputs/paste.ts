import { commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { useDraft } from "./draft";

/** Elements that a plain text would lose. */
const STRUCTURE = /<(?:h[1-6]|table|ul|ol)\b/i;

/** Returns whether a clipboard holds more than its plain text. */
export function isStructured(html: string): boolean {
	return STRUCTURE.test(html);
}

/** Writes what was pasted elsewhere into the box of the text to add, behind what stands there. */
export function writePasted(pasted: string, html: string): void {
	const { text, write } = useDraft.getState();
	const behind = () => write({ text: text === "" ? pasted : `${text}\n\n${pasted}` });
	if (text !== "" || !isStructured(html)) {
		behind();
		return;
	}
	// What cannot be read as HTML is still the text that it is.
	call(commands.clipboardText(html)).then((read) => write({ text: read, formatted: { html, text: read } }), behind);
}
