import { expect, test } from "vitest";
import { ranked } from "../../src/features/work/ranked.ts";
import type { FactDetail } from "../../src/ipc/bindings.ts";

const waiting = (label: string, item: string | null) => ({ fact: { label }, item }) as FactDetail;
const queue = [
	waiting("F-1", "i1"),
	waiting("F-2", null),
	waiting("F-3", "i2"),
	waiting("F-4", "i1"),
	waiting("F-5", null),
];

test.each([
	[[], ["F-5", "F-4", "F-3", "F-2", "F-1"], "the newest first"],
	[["i1"], ["F-4", "F-1", "F-5", "F-3", "F-2"], "what is said of the item before all else"],
	[["i2", "i1"], ["F-4", "F-3", "F-1", "F-5", "F-2"], "several are one scope"],
	[["i9"], ["F-5", "F-4", "F-3", "F-2", "F-1"], "nothing is said of it"],
])("looking at %j, facts wait as %j: %s", (items, expected) => {
	const scope = items.map((id) => ({ id, name: id }));
	expect(ranked(queue, scope).map(({ fact }) => fact.label)).toEqual(expected);
});
