import type { WordKey } from "../i18n/words";

/** Key combinations: read from a catalogue ("Mod+Shift+Z"), matched to events, shown to people. */

const isMac = /mac/i.test(globalThis.navigator?.platform ?? "");

interface Combination {
	key: string;
	mod: boolean;
	shift: boolean;
	alt: boolean;
}

function parse(written: string): Combination {
	const parts = written.split("+");
	const key = parts.at(-1) ?? "";
	return {
		key: key.toLowerCase(),
		mod: parts.includes("Mod"),
		shift: parts.includes("Shift"),
		alt: parts.includes("Alt"),
	};
}

type KeyLike = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** Keys whose own sign would part a combination, or not be seen in it. */
const spelled: Record<string, string> = { " ": "space", "+": "plus" };

export function matchesKeys(event: KeyLike, written: string, mac = isMac): boolean {
	const want = parse(written);
	const pressed = (spelled[event.key] ?? event.key).toLowerCase();
	if (pressed !== want.key) return false;
	// A sign such as ? or [ may need Shift or AltGr on this keyboard: only letters and named keys are strict about them.
	const isSign = want.key.length === 1 && !/[\p{L}\p{N}]/u.test(want.key);
	if (isSign && !want.mod) return !event.metaKey && event.ctrlKey === event.altKey;
	const mod = mac ? event.metaKey : event.ctrlKey;
	const other = mac ? event.ctrlKey : event.metaKey;
	return mod === want.mod && !other && event.shiftKey === want.shift && event.altKey === want.alt;
}

const names: Record<string, string> = {
	arrowup: "↑",
	arrowdown: "↓",
	arrowleft: "←",
	arrowright: "→",
	escape: "Esc",
	enter: "Enter",
	plus: "+",
};

/** Keys whose caps have words on them, which every language has its own of. */
const worded: Record<string, WordKey> = {
	space: "keys.space",
	delete: "keys.delete",
	pageup: "keys.pageUp",
	pagedown: "keys.pageDown",
};

/** The parts to draw as key caps, in the words of the window. */
export function keyCaps(written: string, say: (key: WordKey) => string, mac = isMac): string[] {
	const { key, mod, shift, alt } = parse(written);
	const caps: string[] = [];
	if (mod) caps.push(mac ? "⌘" : say("keys.ctrl"));
	if (alt) caps.push(mac ? "⌥" : "Alt");
	if (shift) caps.push(mac ? "⇧" : say("keys.shift"));
	const word = worded[key];
	caps.push(word ? say(word) : (names[key] ?? key.toUpperCase()));
	return caps;
}

/** True where a letter belongs to the text that is being written. */
export function isTyping(target: EventTarget | null): boolean {
	if (!(target instanceof HTMLElement)) return false;
	if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
		return true;
	const typeless = ["button", "checkbox", "radio", "range", "submit", "reset", "color", "file"];
	return target instanceof HTMLInputElement && !typeless.includes(target.type);
}
