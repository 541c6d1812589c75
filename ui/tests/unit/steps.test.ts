import { expect, test } from "vitest";
import type { UserMessage } from "../../src/ipc/bindings.ts";
import { nextSteps } from "../../src/state/steps.ts";

const named = (name: string): UserMessage => ({ template: name, args: [] });
const step = (seq: number, done: boolean) => ({ seq, name: named(`step ${seq}`), at: 0, done });
const own = (newest: number | null, redo: string | null = null) => ({
	undo: newest === null ? null : named(`step ${newest}`),
	redo: redo === null ? null : named(redo),
	newest,
});
const library = (name: string) => ({ of: null, name: named(name) });
const discovery = (name: string) => ({ of: "d", name: named(name) });

test.each([
	["nothing was done", own(null), [], "d", null, null],
	["only in the discovery", own(3), [], "d", discovery("step 3"), null],
	["only in the library", own(null), [step(4, true)], "d", library("step 4"), null],
	["last in the library", own(3), [step(4, true), step(1, true)], "d", library("step 4"), null],
	["last in the discovery", own(5), [step(4, true)], "d", discovery("step 5"), null],
	[
		"what was undone does not count as done",
		own(3),
		[step(4, false), step(1, true)],
		null,
		discovery("step 3"),
		library("step 4"),
	],
	[
		"of two undone, that of the history that was turned last",
		own(1, "step 3"),
		[step(4, false)],
		"d",
		discovery("step 1"),
		discovery("step 3"),
	],
	[
		"and the library's if it was that",
		own(1, "step 3"),
		[step(4, false)],
		null,
		discovery("step 1"),
		library("step 4"),
	],
	[
		"the oldest that was undone comes first",
		own(null),
		[step(6, false), step(5, false), step(2, true)],
		null,
		library("step 2"),
		library("step 5"),
	],
] as const)("%s", (_, state, steps, lastUndone, undo, redo) => {
	expect(nextSteps("d", state, steps, lastUndone)).toEqual({ undo, redo });
});
