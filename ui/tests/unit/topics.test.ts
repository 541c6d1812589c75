import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { roots } from "../../src/ipc/keys.ts";
import { refresh, refreshedBy } from "../../src/ipc/topics.ts";

test("everything the window reads is refreshed by some topic, except keys and packs, which do not change", () => {
	const refreshed = new Set(Object.values(refreshedBy).flatMap((keys) => keys.map((key) => key[0])));
	const forgotten = Object.values(roots)
		.map(([name]) => name)
		.filter((name) => !refreshed.has(name));
	expect(forgotten).toEqual(["keys", "packs"]);
});

test.each([
	[["facts"] as const, ["facts", "d1"], true],
	[["facts"] as const, ["fact", "f1"], true],
	[["facts"] as const, ["source", "i1", "blocks", 0, 9], true],
	[["facts"] as const, ["preferences"], false],
	[["preferences"] as const, ["preferences"], true],
	[["runs"] as const, ["discoveries", "", false], false],
	[["undo", "inputs"] as const, ["bundles", "d1"], true],
])("%s makes %s stale: %s", (topics, queryKey, stale) => {
	const client = new QueryClient();
	client.setQueryData(queryKey, 1);
	refresh(client, topics);
	expect(client.getQueryState(queryKey)?.isInvalidated).toBe(stale);
});
