import { describe, expect, test } from "vitest";
import { MAX_LEVELS, pickAt, segments, underlineLevels } from "../../../src/features/source/segments";
import type { SourceSpan } from "../../../src/ipc/bindings";

function span(id: string, start: number, end: number, cut: Partial<SourceSpan> = {}): SourceSpan {
	return {
		factId: id,
		label: id,
		status: "accepted",
		needsReview: false,
		acceptedBy: null,
		start,
		end,
		begins: true,
		ends: true,
		...cut,
	};
}

/** Segments as "text:ids", the covering facts from the longest to the smallest. */
function drawn(text: string, spans: SourceSpan[]): string[] {
	return segments(text, spans).map((s) => `${s.text}:${s.spans.map((x) => x.factId).join("")}`);
}

describe("a block is cut at every border of a highlight", () => {
	const rows: [rule: string, text: string, spans: SourceSpan[], expected: string[]][] = [
		["no fact leaves the text whole", "plain words", [], ["plain words:"]],
		["an empty block has no segment", "", [span("a", 0, 3)], []],
		["one fact in the middle", "one two three", [span("a", 4, 7)], ["one :", "two:a", " three:"]],
		["a fact over all of it", "whole", [span("a", 0, 5)], ["whole:a"]],
		["overlap: both cover the middle", "abcdef", [span("a", 0, 4), span("b", 2, 6)], ["ab:a", "cd:ab", "ef:b"]],
		["nested: the smaller is drawn last", "abcdef", [span("b", 2, 4), span("a", 0, 6)], ["ab:a", "cd:ab", "ef:a"]],
		["adjacent facts do not touch", "abcd", [span("a", 0, 2), span("b", 2, 4)], ["ab:a", "cd:b"]],
		["identical spans both cover", "abcd", [span("a", 1, 3), span("b", 1, 3)], ["a:", "bc:ab", "d:"]],
		[
			"three deep",
			"abcde",
			[span("a", 0, 5), span("b", 1, 4), span("c", 2, 3)],
			["a:a", "b:ab", "c:abc", "d:ab", "e:a"],
		],
		["a joined emoji stays whole", "a 👩‍👩‍👧 b", [span("a", 2, 10)], ["a :", "👩‍👩‍👧:a", " b:"]],
		["decomposed letters stay whole", "cafe\u0301 x", [span("a", 0, 5)], ["cafe\u0301:a", " x:"]],
		["past the end is clipped", "abc", [span("a", 1, 9, { ends: false })], ["a:", "bc:a"]],
		["before the start is clipped", "abc", [span("a", -4, 1, { begins: false })], ["a:a", "bc:"]],
		["an empty span draws nothing", "abc", [span("a", 1, 1)], ["abc:"]],
		["wholly outside draws nothing", "abc", [span("a", 7, 9)], ["abc:"]],
		[
			"a span that goes on elsewhere is the longer one",
			"abcdef",
			[span("b", 0, 4), span("a", 2, 4, { ends: false })],
			["ab:b", "cd:ab", "ef:"],
		],
	];
	test.each(rows)("%s", (rule, text, spans, expected) => {
		expect(drawn(text, spans), rule).toEqual(expected);
		expect(
			segments(text, spans)
				.map((s) => s.text)
				.join(""),
			"the segments joined are the text",
		).toBe(text);
	});
});

test("a page that begins within the words cuts them there, and one behind them nowhere", () => {
	const page = (at: number) => ({ at, place: { kind: "page" as const, number: 2, label: null } });
	const cut = segments("abcdef", [span("a", 1, 5)], [], [page(3), page(9)]);
	expect(cut.map((segment) => `${segment.text}:${segment.spans.map(({ factId }) => factId).join("")}`)).toEqual([
		"a:",
		"bc:a",
		"de:a",
		"f:",
	]);
});

describe("each fact keeps an underline of its own", () => {
	const rows: [rule: string, spans: SourceSpan[], expected: Record<string, number>][] = [
		["apart: both on the first", [span("a", 0, 2), span("b", 4, 6)], { a: 0, b: 0 }],
		["adjacent: both on the first", [span("a", 0, 2), span("b", 2, 4)], { a: 0, b: 0 }],
		["overlapping: one below the other", [span("a", 0, 4), span("b", 2, 6)], { a: 0, b: 1 }],
		["a free level is used again", [span("a", 0, 4), span("b", 2, 6), span("c", 4, 8)], { a: 0, b: 1, c: 0 }],
		["identical: stacked", [span("a", 0, 4), span("b", 0, 4)], { a: 0, b: 1 }],
		["the longer one first, whatever the order", [span("b", 0, 2), span("a", 0, 4)], { a: 0, b: 1 }],
	];
	test.each(rows)("%s", (rule, spans, expected) => {
		expect(Object.fromEntries(underlineLevels(spans)), rule).toEqual(expected);
	});

	test("what lies deeper than there is room for shares the last level", () => {
		const deep = ["a", "b", "c", "d", "e", "f"].map((id) => span(id, 0, 9));
		expect([...underlineLevels(deep).values()]).toEqual([0, 1, 2, 3, MAX_LEVELS - 1, MAX_LEVELS - 1]);
	});
});

describe("a click on overlapping highlights", () => {
	const covering = [span("large", 0, 9), span("middle", 1, 8), span("small", 2, 4)];
	const rows: [rule: string, selected: string | null, expected: string | null][] = [
		["selects the smallest", null, "small"],
		["selects the smallest when another fact is selected", "elsewhere", "small"],
		["goes on to the next larger", "small", "middle"],
		["and to the largest", "middle", "large"],
		["and round to the smallest again", "large", "small"],
	];
	test.each(rows)("%s", (rule, selected, expected) => {
		expect(pickAt(covering, selected), rule).toBe(expected);
	});

	test("selects nothing where there is nothing", () => {
		expect(pickAt([], "a")).toBeNull();
	});
});
