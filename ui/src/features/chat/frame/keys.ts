import type { KeyboardEvent } from "react";
import { catalog, commandIds } from "../../../commands/catalog";
import { matchesKeys } from "../../../commands/keys";

/** Keys that are pressed in the chat are for the chat: only combinations that act while typing act on the window. */
export function handlePanelKeys(event: KeyboardEvent<HTMLElement>, onEscape: () => void): void {
	const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
	if (!isInside || event.defaultPrevented || isCovered(event.currentTarget)) return;
	if (event.key === "Escape") {
		event.preventDefault();
		onEscape();
		return;
	}
	const isForWindow = commandIds.some((id) => {
		const { keys = [], whileTyping = false, scope } = catalog[id];
		const acts = (whileTyping && scope === undefined) || id.startsWith("edit.");
		return acts && keys.some((written) => matchesKeys(event.nativeEvent, written));
	});
	if (!isForWindow) event.stopPropagation();
}

/** Returns whether a dialog lies above, which has the keys from when it is asked for: the focus follows a little later.
 * */
export function isCovered(element: Element | null): boolean {
	return element?.closest("[data-base-ui-inert]") != null;
}
