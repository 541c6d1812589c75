import { expect, test } from "vitest";
import { type DiscoveryFigures, nextStep, strengthOf } from "../../src/features/overview/next.ts";

/** All is done: what a row says is what is not. */
const done: DiscoveryFigures = { inputs: 2, facts: 9, waiting: 0, conclusions: 3, drafts: 0, stale: 0, reports: 1 };

test.each<[string, Partial<DiscoveryFigures>, string, number]>([
	["nothing is there", { inputs: 0, facts: 0, conclusions: 0, reports: 0 }, "add", 0],
	["sources gave nothing", { facts: 0, conclusions: 0, reports: 0 }, "read", 2],
	["facts wait", { waiting: 4, stale: 1, drafts: 2 }, "decide", 4],
	["what was concluded rests on what changed", { stale: 1, drafts: 2, reports: 0 }, "recheck", 1],
	["nothing is concluded", { conclusions: 0, reports: 0 }, "conclude", 9],
	["conclusions are drafts", { drafts: 2, reports: 0 }, "confirm", 2],
	["nothing is written", { reports: 0 }, "write", 3],
	["all is done", {}, "done", 1],
	["facts that were written by hand, without a source", { inputs: 0, waiting: 1 }, "decide", 1],
])("the next step where %s", (_, standing, kind, count) => {
	expect(nextStep({ ...done, ...standing })).toMatchObject({ kind, count });
});

test("more Inputs below a conclusion make it stronger, up to an end", () => {
	expect([0, 1, 2, 3, 4, 40].map(strengthOf)).toEqual([0, 1, 2, 3, 3, 3]);
});
