import { describe, expect, test } from "vitest";
import { isTyping, keyCaps, matchesKeys } from "../../src/commands/keys.ts";
import german from "../../src/i18n/de.ts";
import english from "../../src/i18n/en.ts";

const press = (key: string, held: Partial<KeyboardEvent> = {}) => ({
	key,
	ctrlKey: false,
	metaKey: false,
	shiftKey: false,
	altKey: false,
	...held,
});

describe("a written combination matches what was pressed", () => {
	test.each([
		["Mod+K", press("k", { ctrlKey: true }), false, true, "Ctrl is Mod off the Mac"],
		["Mod+K", press("k", { metaKey: true }), false, false, "the Windows key is not Mod"],
		["Mod+K", press("k", { metaKey: true }), true, true, "Cmd is Mod on the Mac"],
		["Mod+Shift+Z", press("Z", { ctrlKey: true, shiftKey: true }), false, true, "Shift makes the letter a capital"],
		["Mod+Z", press("z", { ctrlKey: true, shiftKey: true }), false, false, "redo is not undo"],
		["J", press("j"), false, true, "a single letter, whatever its case"],
		["J", press("J", { shiftKey: true }), false, false, "Shift is another key"],
		["J", press("j", { ctrlKey: true }), false, false, "Ctrl J is another key"],
		["?", press("?", { shiftKey: true }), false, true, "most keyboards need Shift for ?"],
		["[", press("[", { ctrlKey: true, altKey: true }), false, true, "a German keyboard needs AltGr for ["],
		["/", press("/", { ctrlKey: true }), false, false, "Ctrl / is another key"],
		["Space", press(" "), false, true, "the space bar has a name"],
		["Escape", press("Escape"), false, true, "named keys"],
	])("%s: %o (mac %s) is %s: %s", (written, event, mac, expected, rule) => {
		expect(matchesKeys(event, written, mac), rule).toBe(expected);
	});
});

test.each([
	["Mod+Shift+Z", false, ["Ctrl", "Shift", "Z"], ["Strg", "Umschalt", "Z"]],
	["Mod+K", true, ["⌘", "K"], ["⌘", "K"]],
	["Escape", false, ["Esc"], ["Esc"]],
	["Delete", false, ["Del"], ["Entf"]],
	["Space", false, ["Space"], ["Leertaste"]],
])("%s is drawn as key caps", (written, mac, caps, germanCaps) => {
	expect(keyCaps(written, (key) => english[key as keyof typeof english], mac)).toEqual(caps);
	expect(keyCaps(written, (key) => german[key as keyof typeof german], mac)).toEqual(germanCaps);
});

test.each([
	["<input>", true],
	["<input type='checkbox'>", false],
	["<textarea></textarea>", true],
	["<select></select>", true],
	["<button></button>", false],
])("%s takes letters: %s", (html, expected) => {
	document.body.innerHTML = html;
	expect(isTyping(document.body.firstElementChild)).toBe(expected);
});
