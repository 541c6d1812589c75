import { afterEach, describe, expect, test, vi } from "vitest";
import { handleKey } from "../../src/app/useKeyHandler.ts";
import { bindCommand, openDialog, runCommand, useBindings } from "../../src/commands/bindings.ts";
import { catalog, commandIds } from "../../src/commands/catalog.ts";
import { rank } from "../../src/commands/rank.ts";

afterEach(() => useBindings.setState({ bound: {}, dialogs: 0 }));

function pressOn(html: string, key: string, held: KeyboardEventInit = {}): KeyboardEvent {
	document.body.innerHTML = html;
	const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...held });
	document.body.firstElementChild?.addEventListener("keydown", (received) => {
		if (received instanceof KeyboardEvent) handleKey(received);
	});
	document.body.firstElementChild?.dispatchEvent(event);
	return event;
}

test("no two commands that can act in one place share a key", () => {
	const owners = new Map<string, string>();
	for (const id of commandIds) {
		for (const keys of catalog[id].keys ?? []) {
			const { scope, fallback } = catalog[id];
			const here = `${scope ?? (fallback ? "fallback" : "")} ${keys}`;
			expect(owners.get(here), `${keys} belongs to ${owners.get(here)} already, not to ${id}`).toBeUndefined();
			owners.set(here, id);
		}
	}
});

test("where a key has two commands, the one of the open view comes first", () => {
	const seen = new Set<string>();
	for (const id of commandIds) {
		for (const keys of catalog[id].keys ?? []) {
			if (catalog[id].scope) expect(seen.has(keys), `${id} would never hear ${keys}`).toBe(false);
			else seen.add(keys);
		}
	}
});

test("only combinations act while typing", () => {
	for (const id of commandIds) {
		const { keys, whileTyping } = catalog[id];
		if (whileTyping) for (const key of keys ?? []) expect(key, `${id} would write a letter`).toMatch(/^Mod\+/);
	}
});

describe("which of several bindings acts", () => {
	test("a view has the say over what the window offers, whichever came last", () => {
		const ran: string[] = [];
		bindCommand("fact.accept", { run: () => ran.push("view"), level: "view" });
		bindCommand("fact.accept", { run: () => ran.push("everywhere"), level: "everywhere" });
		runCommand("fact.accept");
		expect(ran).toEqual(["view"]);
	});

	test("when a view goes, the window's own acts again, and then nothing", () => {
		const run = vi.fn();
		const unbindWindow = bindCommand("fact.accept", { run, level: "everywhere" });
		bindCommand("fact.accept", { run: () => {}, level: "view" })();
		expect(runCommand("fact.accept")).toBe(true);
		expect(run).toHaveBeenCalledOnce();
		unbindWindow();
		expect(runCommand("fact.accept"), "nothing is bound any more").toBe(false);
	});
});

describe("the key handler", () => {
	test.each([
		["<div></div>", "a", {}, true, "a letter acts on the window"],
		["<input>", "a", {}, false, "a letter in a field is a letter"],
		["<textarea></textarea>", "z", { ctrlKey: true }, false, "undo in a field is the field's own"],
		["<button></button>", "a", {}, true, "a letter on a button is a command"],
		["<button></button>", "Enter", {}, false, "Enter presses the button that has the focus"],
	])("%s and %s: acts %s", (html, key, held, acts, rule) => {
		const run = vi.fn();
		bindCommand("fact.accept", { run, level: "view" });
		bindCommand("edit.undo", { run, level: "view" });
		bindCommand("fact.open", { run, level: "view" });
		pressOn(html, key, held);
		expect(run.mock.calls.length > 0, rule).toBe(acts);
	});

	test("rests while a dialog is open", () => {
		const run = vi.fn();
		bindCommand("fact.accept", { run, level: "view" });
		const close = openDialog();
		pressOn("<div></div>", "a");
		expect(run).not.toHaveBeenCalled();
		close();
		pressOn("<div></div>", "a");
		expect(run).toHaveBeenCalledOnce();
	});

	test("leaves a key alone that no command takes", () => {
		expect(pressOn("<div></div>", "a").defaultPrevented).toBe(false);
	});
});

describe("the palette finds", () => {
	const commands = [
		{ title: "Accept", group: "Facts" },
		{ title: "Add a text", group: "Inputs" },
		{ title: "Rückgängig", group: "Discovery" },
	];
	test.each([
		["", ["Accept", "Add a text", "Rückgängig"], "everything when nothing is typed"],
		["text", ["Add a text"], "a word inside"],
		["te ad", ["Add a text"], "all words, in any order"],
		["ruck", ["Rückgängig"], "without accents"],
		["facts", ["Accept"], "by group"],
		["zzz", [], "nothing"],
	])("“%s”: %s (%s)", (search, titles, rule) => {
		expect(
			rank(commands, search).map((command) => command.title),
			rule,
		).toEqual(titles);
	});
});
