import { useEffect } from "react";
import { runCommand, useBindings } from "../commands/bindings";
import { catalog, commandIds } from "../commands/catalog";
import { isTyping, matchesKeys } from "../commands/keys";
import { useDialogs } from "../state/dialogs";

/** True where Enter and Space already press something. */
function pressesItself(target: EventTarget | null): boolean {
	return (
		target instanceof HTMLElement &&
		target.closest("button, a[href], summary, [role=tab], [role=menuitem], [role=checkbox], [role=switch]") !== null
	);
}

/** Also while a dialog that was asked for is being fetched: what is typed then is meant for it. */
function isInDialog(): boolean {
	return useBindings.getState().dialogs > 0 || useDialogs.getState().open !== null;
}

/** Runs the command whose keyboard shortcut was pressed. */
export function handleKey(event: KeyboardEvent): void {
	if (event.defaultPrevented || event.isComposing || isInDialog()) return;
	// In a shadow root the window sees only what holds it.
	const target = event.composedPath()[0] ?? event.target;
	const typing = isTyping(target);
	const plainPress = (event.key === "Enter" || event.key === " ") && pressesItself(target);
	if (plainPress) return;
	for (const id of commandIds) {
		const { keys, whileTyping } = catalog[id];
		if (!keys || (typing && !whileTyping)) continue;
		if (!keys.some((written) => matchesKeys(event, written))) continue;
		if (runCommand(id)) {
			event.preventDefault();
			return;
		}
	}
}

/** The window's one key listener. */
export function useKeyHandler(): void {
	useEffect(() => {
		window.addEventListener("keydown", handleKey);
		return () => window.removeEventListener("keydown", handleKey);
	}, []);
}
