import { describe, expect, test } from "vitest";
import { framed, inFrame, placeIn } from "../../src/features/reports/editor/framed.ts";
import { mergeTexts } from "../../src/features/reports/editor/mergeTexts.ts";
import { nextRange } from "../../src/features/reports/find.ts";
import {
	gapUnder,
	indent,
	moveDown,
	moveIntoGap,
	moveUp,
	outdent,
	withoutSection,
} from "../../src/features/reports/sectionMoves.ts";
import { staleAfter } from "../../src/features/reports/stale.ts";
import { choiceOf, hunksIn, stepAfter, stepsOf } from "../../src/features/reports/steps.ts";
import type { ReportSection, ReportSuggestion } from "../../src/ipc/bindings.ts";

const outline = (...lines: [string, number][]): ReportSection[] =>
	lines.map(([id, depth]) => ({ id, depth, number: "", title: id, appendix: false, stale: 0 }));

/** 1 a, 1.1 b, 1.1.1 c, 1.2 d, 2 e */
const sections = outline(["a", 1], ["b", 2], ["c", 3], ["d", 2], ["e", 1]);

describe("where a section may go", () => {
	test.each([
		["d", moveUp, { before: "b" }],
		["b", moveUp, null],
		["a", moveDown, { after: "e" }],
		["e", moveDown, null],
		["b", moveDown, { after: "d" }],
		["d", indent, { parent: "b" }],
		["e", indent, { parent: "a" }],
		["c", indent, null],
		["c", outdent, { after: "b" }],
		["d", outdent, { after: "a" }],
		["a", outdent, null],
		["gone", moveUp, null],
	])("%s", (id, find, expected) => expect(find(sections, id)).toEqual(expected));
});

describe("a section that is dragged", () => {
	test("takes what stands under it along", () =>
		expect(withoutSection(sections, "b").map(({ id }) => id)).toEqual(["a", "d", "e"]));

	test.each([
		["d", { above: "b", depth: 3 }, { parent: "b", index: 0 }],
		["d", { above: "a", depth: 2 }, { parent: "a", index: 0 }],
		["e", { above: "a", depth: 2 }, { parent: "a", index: 0 }],
		["e", { above: null, depth: 1 }, { before: "a" }],
		["b", { above: "e", depth: 1 }, { after: "e" }],
		["c", { above: "b", depth: 3 }, null],
		["c", { above: "d", depth: 2 }, { after: "d" }],
	] as const)("%s into a gap", (id, gap, expected) => expect(moveIntoGap(sections, id, gap)).toEqual(expected));

	test.each([
		[0, 9, { above: "a", depth: 2 }],
		[1, 1, { above: "b", depth: 3 }],
		[4, 1, { above: "e", depth: 1 }],
		[-1, 3, { above: null, depth: 1 }],
	])("the gap under line %s, %s deep", (line, wanted, expected) =>
		expect(gapUnder(sections, line, wanted)).toEqual(expected),
	);
});

describe("a body in its frame", () => {
	test.each(["", "\n", "\n\n\n", "\nA\n\n", "A", "\r\nA\r\nB\r\n", "A\r\nB\nC\rD\n", "    code\n"])(
		"comes back as it was: %j",
		(body) => expect(inFrame(framed(body), framed(body).text)).toBe(body),
	);

	test("its line ends are one place each", () => {
		const frame = framed("\r\nA\r\nB\r\n");
		expect(frame.lineEnd).toBe("\r\n");
		expect(placeIn(frame, 5)).toBe(2);
		expect(placeIn(framed("\nAB\n"), 2)).toBe(1);
	});
});

describe("what is written here and elsewhere", () => {
	test.each([
		["one two three", "one two three four", "zero one two three", "zero one two three four"],
		["a b c", "a X c", "a b c", "a X c"],
		["a b c", "a b c", "a Y c", "a Y c"],
		["a", "a1", "a2", "a12"],
	])("%j", (base, mine, theirs, expected) => {
		const both = mergeTexts(base, mine, theirs);
		expect([...both].toSorted()).toEqual([...expected].toSorted());
		if (base !== "a") expect(both).toBe(expected);
	});
});

describe("what is looked for", () => {
	const ranges = [
		{ section: "a", from: 0, to: 4 },
		{ section: "a", from: 9, to: 13 },
		{ section: "b", from: 3, to: 7 },
	];

	test("goes round from the last to the first", () => {
		const order = ["a", "b"];
		expect(nextRange(ranges, null, 1, order, "b")).toBe(ranges[2]);
		expect(nextRange(ranges, ranges[2] ?? null, 1, order, "b")).toBe(ranges[0]);
		expect(nextRange(ranges, ranges[0] ?? null, -1, order, "a")).toBe(ranges[2]);
	});
});

test("the stale citations are gone through in their order, and round", () => {
	const stale = [
		{ section: "a", from: 2, to: 7 },
		{ section: "a", from: 8, to: 13 },
		{ section: "c", from: 0, to: 5 },
	];
	const [first, second, third] = stale;
	const after = (section: string, from: number) => staleAfter(stale, ["a", "b", "c"], { section, from, to: from + 5 });
	expect(after("a", -1)).toBe(first);
	expect(after("a", 2)).toBe(second);
	expect(after("b", 0)).toBe(third);
	expect(after("c", 0)).toBe(first);
	expect(staleAfter([], ["a"], { section: "a", from: 0, to: 5 })).toBeNull();
});

describe("what waits to be decided", () => {
	const suggestion = (id: string, section: string, hunks: [number, number, string][]): ReportSuggestion => ({
		id,
		kind: hunks.length > 0 ? "edit" : "delete",
		section,
		number: "",
		title: "",
		author: "m",
		turn: null,
		madeAt: 0,
		state: "pending",
		before: "",
		after: "",
		hunks: hunks.map(([number, at, before]) => ({ number, at, before, after: "x" })),
		place: null,
	});
	const all = [
		suggestion("s", "d", []),
		suggestion("t", "b", [
			[3, 9, "w"],
			[1, 2, "wall"],
		]),
		suggestion("u", "a", []),
	];
	const order = sections.map(({ id }) => id);

	test("is gone through in the order of the report, and round", () => {
		const steps = stepsOf(all, sections);
		expect(steps.map(({ id, hunk, to }) => [id, hunk, to])).toEqual([
			["u", null, -1],
			["t", 1, 6],
			["t", 3, 10],
			["s", null, -1],
		]);
		expect(stepAfter(steps, steps[3] ?? null, order, "a")?.id).toBe("u");
		expect(stepAfter(steps, null, order, "c")?.id).toBe("s");
		expect(steps.map(choiceOf).slice(0, 2)).toEqual([
			{ type: "ids", ids: ["u"] },
			{ type: "hunks", id: "t", hunks: [1] },
		]);
	});

	test("stands in a text only while that is the text it was told for", () => {
		expect(hunksIn(all, { id: "b", bodyMd: "" }).length).toBe(2);
		expect(hunksIn(all, { id: "b", bodyMd: "written on" })).toEqual([]);
	});
});
