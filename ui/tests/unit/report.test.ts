import { describe, expect, test } from "vitest";
import { down, indent, outdent, up } from "../../src/features/report/place.ts";
import type { ReportSection } from "../../src/ipc/bindings.ts";

const outline = (...lines: [string, number][]): ReportSection[] =>
	lines.map(([id, depth]) => ({ id, depth, number: "", title: id, bodyMd: "", citations: [] }));

/** 1 a, 1.1 b, 1.1.1 c, 1.2 d, 2 e */
const sections = outline(["a", 1], ["b", 2], ["c", 3], ["d", 2], ["e", 1]);

describe("where a section may go", () => {
	test.each([
		["d", up, { before: "b" }],
		["b", up, null],
		["a", down, { after: "e" }],
		["e", down, null],
		["b", down, { after: "d" }],
		["d", indent, { parent: "b" }],
		["e", indent, { parent: "a" }],
		["c", indent, null],
		["c", outdent, { after: "b" }],
		["d", outdent, { after: "a" }],
		["a", outdent, null],
		["gone", up, null],
	])("%s", (id, find, expected) => expect(find(sections, id)).toEqual(expected));
});
