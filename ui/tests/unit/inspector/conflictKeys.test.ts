import { createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { isAvailable, runCommand, useBindings } from "../../../src/commands/bindings.ts";
import { ConflictActions } from "../../../src/features/inspector/ConflictActions.tsx";
import { setUpWords } from "../../../src/i18n/setup.ts";
import type { FactRow } from "../../../src/ipc/bindings.ts";
import { installFakeHost } from "../../../src/ipc/fake/install.ts";
import { useSelection } from "../../../src/state/selection.ts";

/** The keys of the inspector decide on what is selected, and the inspector shows that a frame later. */

let host: ReturnType<typeof installFakeHost>;
let root: Root;
let open: FactRow;

beforeAll(() => setUpWords("en"));
beforeEach(async () => {
	host = installFakeHost("sample");
	const found = [...host.state.content.facts.values()].find(({ row }) => row.status === "conflict");
	if (!found) throw new Error("the sample has a conflict");
	open = found.row;
	root = createRoot(document.createElement("div"));
	show(true);
	await vi.waitFor(() => expect(useBindings.getState().bound["review.keepOld"]).toBeDefined());
});
afterEach(() => root.unmount());

function show(mayKeepBoth: boolean) {
	const discovery = host.state.content.discoveries[0]?.id ?? "";
	root.render(createElement(ConflictActions, { discovery, fact: open, mayKeepBoth }));
}

const status = () => host.state.content.facts.get(open.id)?.row.status;

test("a key that is quicker than the window decides nothing about the fact before", async () => {
	useSelection.getState().select("another", "source");
	runCommand("review.keepOld");
	await new Promise((resolve) => setTimeout(resolve, 200));
	expect(status()).toBe("conflict");
	useSelection.getState().select(open.id, "source");
	runCommand("review.keepOld");
	await vi.waitFor(() => expect(status()).toBe("rejected"));
});

test("of two versions of one fact none is kept as a note, nor asked about again", async () => {
	const ways = ["review.keepAsNote", "review.askAgain", "review.bothAsNotes"] as const;
	const bound = () => ways.filter((way) => isAvailable(way, useBindings.getState()));
	await vi.waitFor(() => expect(bound()).toEqual(ways));
	show(false);
	await vi.waitFor(() => expect(bound()).toEqual([]));
	expect(isAvailable("review.takeNew", useBindings.getState())).toBe(true);
});
