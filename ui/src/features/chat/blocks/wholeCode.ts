/** Long code comes in pieces, which may lie in groups of their own; they are drawn one after the other. */
export function wholeCode(within: Element): string {
	let text = "";
	let piece: Element | null | undefined = within.closest("[data-code]");
	do {
		text += piece?.querySelector("code")?.textContent ?? "";
		piece = piece?.nextElementSibling ?? piece?.parentElement?.nextElementSibling?.firstElementChild;
	} while (piece?.matches('[data-code][data-continues="true"]'));
	return text;
}
