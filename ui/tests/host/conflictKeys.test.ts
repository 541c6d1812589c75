import { createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { isAvailable, runCommand, useBindings } from "../../src/commands/bindings.ts";
import { ConflictActions } from "../../src/features/inspector/ConflictActions.tsx";
import { setUpWords } from "../../src/i18n/setup.ts";
import { commands, type FactDetail, type FactRow } from "../../src/ipc/bindings.ts";
import { call } from "../../src/ipc/call.ts";
import { useSelection } from "../../src/state/selection.ts";
import { openHost, waitFor } from "./onHost.ts";

/** The keys of the inspector decide on what is selected, and the inspector shows that a frame later. */

const ways = ["review.keepAsNote", "review.askAgain", "review.bothAsNotes"] as const;

let discovery: string;
let root: Root;
let open: FactRow;

beforeAll(() => setUpWords("en"));
beforeEach(async () => {
	({ discovery } = await openHost("sample"));
	const filter = { statuses: ["conflict" as const], inputId: null, needsReview: null, acceptedBy: null, text: null };
	const [found] = (await call(commands.factsPage(discovery, filter, null, 1))).facts;
	if (!found) throw new Error("the sample has a conflict");
	open = found;
	root = createRoot(document.createElement("div"));
	show(open);
	await waitFor(() => expect(useBindings.getState().bound["review.keepOld"]).toBeDefined());
});
afterEach(() => root.unmount());

function show(fact: FactRow, rival: FactRow | null = null) {
	const detail = rival && ({ fact: rival } as FactDetail["rival"]);
	root.render(createElement(ConflictActions, { discovery, fact, rival: detail }));
}

const status = async () => (await call(commands.factDetail(open.id))).fact.status;

test("a key that is quicker than the window decides nothing about the fact before", async () => {
	useSelection.getState().select("another", "source");
	runCommand("review.keepOld");
	// The host answers in order: a decision that was sent after the key would be answered before the second question.
	await status();
	expect(await status()).toBe("conflict");
	useSelection.getState().select(open.id, "source");
	runCommand("review.keepOld");
	await waitFor(async () => expect(await status()).toBe("rejected"));
});

test("of two versions of one fact none is kept as a note, nor asked about again", async () => {
	const bound = () => ways.filter((way) => isAvailable(way, useBindings.getState()));
	await waitFor(() => expect(bound()).toEqual(ways));
	show(open, open);
	await waitFor(() => expect(bound()).toEqual([]));
	expect(isAvailable("review.takeNew", useBindings.getState())).toBe(true);
});

test("of two statements both may hold, and no value of theirs is asked for", async () => {
	const bound = () => ways.filter((way) => isAvailable(way, useBindings.getState()));
	show({ ...open, key: "note" });
	await waitFor(() => expect(bound()).toEqual(["review.keepAsNote"]));
});
