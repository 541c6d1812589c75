/** The position of the caret in a text field, and the text being typed there. */

export type TextField = HTMLTextAreaElement | HTMLInputElement;

/** An "@" at the beginning of a word, and what was typed behind it in its line; a name is not longer. */
const MENTION = /(?:^|[\s([{"'„“‚‘«])@([^\n@]{0,60})$/;

interface Mention {
	/** Of the "@". */
	at: number;
	typed: string;
}

/** The mention that ends at the caret. */
export function mentionBefore(text: string, caret: number): Mention | null {
	const typed = MENTION.exec(text.slice(Math.max(0, caret - 62), caret))?.[1];
	return typed === undefined ? null : { at: caret - typed.length - 1, typed };
}

/** The styles that decide on the breaks of a line. */
const LIKE = [
	"boxSizing",
	"width",
	"paddingTop",
	"paddingLeft",
	"paddingRight",
	"borderTopWidth",
	"borderLeftWidth",
	"borderRightWidth",
	"font",
	"letterSpacing",
	"lineHeight",
	"tabSize",
] as const;

/**
 * The line of an offset in a text field, from its top edge. A text area does not say where its words are: the same text is
 * laid out once beside it, unseen.
 */
export function caretLine(field: TextField, offset: number): { top: number; height: number } {
	if (field instanceof HTMLInputElement) return { top: 0, height: field.offsetHeight };
	const copy = document.createElement("div");
	const of = getComputedStyle(field);
	for (const property of LIKE) copy.style[property] = of[property];
	Object.assign(copy.style, { position: "absolute", visibility: "hidden", top: "0", whiteSpace: "pre-wrap" });
	copy.style.overflowWrap = "break-word";
	copy.style.borderStyle = "solid";
	const mark = document.createElement("span");
	mark.textContent = "@";
	copy.append(field.value.slice(0, offset), mark);
	document.body.append(copy);
	const { offsetTop, offsetHeight } = mark;
	copy.remove();
	const top = Math.min(Math.max(0, offsetTop - field.scrollTop), field.clientHeight - offsetHeight);
	return { top, height: offsetHeight };
}
