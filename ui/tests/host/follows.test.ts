import { QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useEditing } from "../../src/features/inspector/editing.ts";
import { useFollowFactVersions } from "../../src/features/inspector/useFollowFactVersions.ts";
import { commands, type FactRow } from "../../src/ipc/bindings.ts";
import { call } from "../../src/ipc/call.ts";
import { client } from "../../src/ipc/client.ts";
import { useNavigation } from "../../src/state/navigation.ts";
import { useSelection } from "../../src/state/selection.ts";
import { openHost, waitUntil } from "./onHost.ts";

/** The selection goes along with a fact whose version a step, undo or redo replaces. */

let root: Root;
let discovery: string;
let first: FactRow;

function Follows() {
	useFollowFactVersions();
	return null;
}

beforeEach(async () => {
	({ discovery } = await openHost("sample"));
	useNavigation.setState({ view: "facts" });
	const filter = { statuses: ["accepted" as const], inputId: null, needsReview: null, acceptedBy: null, text: "Width" };
	const [accepted] = (await call(commands.factsPage(discovery, filter, null, 10))).facts;
	if (!accepted) throw new Error("the sample has an accepted width");
	first = accepted;
	root = createRoot(document.createElement("div"));
	root.render(createElement(QueryClientProvider, { client }, createElement(Follows)));
	useEditing.setState({ drafts: {} });
	await look(first.id);
});
afterEach(() => root.unmount());

/** Selects a fact, and waits until it is seen. */
async function look(id: string): Promise<void> {
	useSelection.getState().select(id, "facts");
	await waitUntil(() => client.getQueryData(["fact", id]) !== undefined);
	await calm();
}
async function edit(id: string, value: string): Promise<FactRow> {
	const { fact } = (await call(commands.factEdit(id, { value, text: null, key: null }))).value;
	return fact;
}
/** As a change notice does. */
async function changed(): Promise<void> {
	await client.invalidateQueries();
	await calm();
}
/** Waits until nothing is fetched and React has run the effects of what came. */
async function calm(): Promise<void> {
	await waitUntil(() => client.isFetching() === 0);
	for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve));
}
const selected = () => useSelection.getState().factId;

test("undo leads to the version that stands again, redo to the one that took its place", async () => {
	const second = await edit(first.id, "1 m");
	await changed();
	expect(selected(), "the step itself").toBe(second.id);
	await call(commands.undo(discovery, null));
	await changed();
	await waitUntil(() => selected() === first.id);
	await changed();
	const seen: (string | null)[] = [];
	const ended = useSelection.subscribe(({ factId }) => seen.push(factId));
	await call(commands.redo(discovery));
	await changed();
	await waitUntil(() => selected() === second.id);
	await calm();
	ended();
	expect(seen, "at once, though it was gone when it was last asked about").toEqual([second.id]);
});

test("several steps that are undone at once lead to what stood before them", async () => {
	const [before] = (await call(commands.history(discovery, null))).steps;
	const second = await edit(first.id, "1 m");
	const third = await edit(second.id, "2 m");
	await look(third.id);
	await call(commands.historyGo(discovery, before?.seq ?? null));
	await changed();
	await waitUntil(() => selected() === first.id);
});

test("an old version that was chosen stays", async () => {
	const second = await edit(first.id, "1 m");
	await look(second.id);
	await changed();
	await look(first.id);
	expect(selected(), "though it was last seen standing").toBe(first.id);
	await edit(second.id, "2 m");
	await changed();
	await call(commands.undo(discovery, null));
	await changed();
	expect(selected()).toBe(first.id);
});

test("a fact that somebody writes in stays, whatever takes its place meanwhile", async () => {
	useEditing.getState().edit(first);
	await edit(first.id, "1 m");
	await changed();
	expect(selected()).toBe(first.id);
});
