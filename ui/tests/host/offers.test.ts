import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { translateMessage } from "../../src/i18n/backendMessages.ts";
import { setUpWords } from "../../src/i18n/setup.ts";
import { commands, type Done } from "../../src/ipc/bindings.ts";
import { call } from "../../src/ipc/call.ts";
import { offerUndo } from "../../src/state/history.ts";
import { toasts } from "../../src/state/toasts.ts";
import { openHost } from "./onHost.ts";

/** A note's Undo takes back what the note tells, or says why not. */

let discovery = "";
let begun = 0;
const shown = vi.spyOn(toasts, "add");
const newest = () => shown.mock.lastCall?.[0];
const titles = () => shown.mock.calls.map(([{ title }]) => title);

beforeAll(() => setUpWords("en"));
beforeEach(async () => {
	({ discovery } = await openHost("sample"));
	shown.mockClear();
	begun = (await all()).at(0)?.seq ?? 0;
});

const link = () => call(commands.entityLink(discovery, [{ up: "F-3", down: "N-6" }]));
const rename = () =>
	call(commands.discoveryUpdate(discovery, { title: "Quay", goal: null, stage: null, packs: null, kind: null }));
const all = async () => (await call(commands.history(discovery, null))).steps.filter(({ done }) => done);
/** Those since the test began. */
const steps = async () => (await all()).filter(({ seq }) => seq > begun);

function press(): void {
	newest()?.actionProps?.onClick?.({} as never);
}

/** Offers to undo, and gives what presses the button of that very note. */
function offered(done: Done<unknown>, title: string): () => void {
	offerUndo(discovery, done, title);
	const note = newest();
	return () => note?.actionProps?.onClick?.({} as never);
}

test("it takes back its own step", async () => {
	offered(await link(), "Linked");
	expect(newest()?.title).toBe("Linked");
	press();
	await expect.poll(titles).toContain("Undone: Link F-3 to N-6");
	expect(await steps()).toEqual([]);
});

test("once later steps stand on it, it says so and takes back none of them", async () => {
	const undo = offered(await link(), "Linked");
	await rename();
	const before = await steps();
	undo();
	await expect.poll(titles).toContain("Not undone: 1 later step stands on it. Undo that first.");
	expect(await steps()).toEqual(before);
	await call(commands.undo(discovery, null));
	undo();
	await expect.poll(titles).toContain("Undone: Link F-3 to N-6");
});

test("what was undone by other means is not undone twice", async () => {
	await rename();
	const undo = offered(await link(), "Linked");
	await call(commands.undo(discovery, null));
	undo();
	await expect.poll(titles).toContain("Nothing to undo");
	expect(
		(await steps()).map(({ name }) => translateMessage(name)),
		"the step below is another's",
	).toEqual(["Rename to “Quay”"]);
});

describe("what changed nothing is told so and offers nothing", () => {
	const acts: [string, () => Promise<Done<unknown>>][] = [
		["a link", link],
		["a text", () => call(commands.entityEdit(discovery, "N-6", "Something else", null))],
		["a state", () => call(commands.entitySetState(discovery, ["N-6"], "validated", true))],
		["a review", () => call(commands.entityReview(discovery, ["N-6"]))],
	];
	test.each(acts)("%s again", async (_, act) => {
		await act();
		const before = await steps();
		const again = await act();
		expect(again.step).toBeNull();
		offerUndo(discovery, again, "Done");
		expect(newest()).toMatchObject({ title: "Nothing changed: it was so already" });
		expect(newest()?.actionProps).toBeUndefined();
		expect(await steps()).toEqual(before);
	});
});

test("the library's own steps are taken back in the same way", async () => {
	const archive = () => call(commands.discoveryArchive(discovery, true));
	const done = await archive();
	const undone = vi.fn();
	offerUndo(null, done, "Archived", { undone });
	const note = newest();
	await call(commands.discoveryCreate("Another", "", null));
	note?.actionProps?.onClick?.({} as never);
	await expect.poll(titles).toContain("Not undone: 1 later step stands on it. Undo that first.");
	expect(undone).not.toHaveBeenCalled();
	await call(commands.undo(null, null));
	note?.actionProps?.onClick?.({} as never);
	await expect.poll(() => undone.mock.calls.length).toBe(1);
});
