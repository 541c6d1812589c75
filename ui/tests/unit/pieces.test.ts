import { expect, test } from "vitest";
import { regions, splitAtSpans } from "../../src/features/audit/pieces.ts";
import type { SourceSpan } from "../../src/ipc/bindings.ts";

const span = (factId: string, start: number, end: number): SourceSpan => ({
	factId,
	label: factId,
	status: "accepted",
	needsReview: false,
	acceptedBy: null,
	start,
	end,
	begins: true,
	ends: true,
});

const shown = (text: string, from: number, to: number, spans: SourceSpan[]) =>
	splitAtSpans(text, from, to, spans).map((piece) => `${piece.text}:${piece.spans.map((one) => one.factId).join("+")}`);

test.each([
	[[], ["abcdef:"], "no span, one piece"],
	[[span("x", 1, 3)], ["a:", "bc:x", "def:"], "a span in the middle"],
	[[span("x", 1, 4), span("y", 3, 6)], ["a:", "bc:x", "d:x+y", "ef:y"], "an overlap is a piece of its own"],
	[[span("x", 0, 6), span("y", 2, 3)], ["ab:x", "c:x+y", "def:x"], "one within another"],
])("%#: %s", (spans, expected, rule) => {
	expect(shown("abcdef", 0, 6, spans), rule).toEqual(expected);
});

test("a section shows only its part of a span", () => {
	expect(shown("abcdef", 2, 4, [span("x", 1, 3), span("y", 5, 6)])).toEqual(["c:x", "d:"]);
});

test("no word is lost or doubled", () => {
	const text = "the same words twice, the same words";
	const cut = splitAtSpans(text, 0, text.length, [span("a", 0, 14), span("b", 4, 30), span("c", 22, 36)]);
	expect(cut.map((piece) => piece.text).join("")).toBe(text);
});

test("the template between the sections is shown too, and nothing twice", () => {
	const text = "[A]\none\n[B]\ntwo\n";
	const found = regions(text.length, [
		{ section: "A", start: 4, end: 7 },
		{ section: "B", start: 12, end: 15 },
	]);
	expect(found.map(({ section }) => section)).toEqual([null, "A", null, "B", null]);
	expect(found.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
});
