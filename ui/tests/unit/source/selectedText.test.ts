import { afterEach, describe, expect, test } from "vitest";
import { codePoints, selectedText } from "../../../src/features/source/selectedText";

/** Blocks as they are drawn: text cut into elements at the borders of highlights, beside cards that are no text. */
function draw(blocks: { start: number; pieces: string[] }[]): HTMLElement {
	const root = document.createElement("div");
	for (const { start, pieces } of blocks) {
		const row = document.createElement("div");
		const text = document.createElement("p");
		text.setAttribute("data-block-start", String(start));
		pieces.forEach((piece, order) => {
			if (order % 2 === 0) text.append(piece);
			else text.append(Object.assign(document.createElement("span"), { textContent: piece }));
		});
		const card = Object.assign(document.createElement("button"), { textContent: "F-1 Accepted" });
		row.append(text, card);
		root.append(row);
	}
	document.body.append(root);
	return root;
}

/** The text node that a position falls in, as the browser would report it. */
function at(root: HTMLElement, block: number, offset: number): [Node, number] {
	const walker = document.createTreeWalker(root.querySelectorAll("p")[block] as Node, NodeFilter.SHOW_TEXT);
	let left = offset;
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		const length = node.textContent?.length ?? 0;
		if (left <= length) return [node, left];
		left -= length;
	}
	throw new Error("past the end of the block");
}

function select(root: HTMLElement, from: [Node, number], to: [Node, number]) {
	const range = document.createRange();
	range.setStart(...from);
	range.setEnd(...to);
	return selectedText(root, range);
}

afterEach(() => document.body.replaceChildren());

describe("selected words as a range of the Input", () => {
	const rows: [rule: string, pieces: string[], from: number, to: number, expected: [number, number, string]][] = [
		["within one piece", ["one two three"], 4, 7, [104, 107, "two"]],
		["across the border of a highlight", ["one ", "two", " three"], 2, 6, [100, 107, "one two"]],
		["never part of a word or a number", ["It cost 4.20 and wasn't late"], 9, 19, [108, 123, "4.20 and wasn't"]],
		["part of a script without spaces", ["東京都に住む"], 2, 3, [102, 103, "都"]],
		["space at the ends is left out", ["one two three"], 3, 8, [104, 107, "two"]],
		["never half an emoji: the start moves out", ["a 🚒 b"], 3, 6, [102, 106, "🚒 b"]],
		["never half an emoji: the end moves out", ["a 🚒 b"], 0, 3, [100, 104, "a 🚒"]],
		["UTF-16 units after joined emoji", ["👩‍👩‍👧 waved"], 9, 14, [109, 114, "waved"]],
		["decomposed letters count as they are", ["cafe\u0301 ", "au lait"], 6, 8, [106, 108, "au"]],
		["right-to-left text counts from its logical start", ["אבג ", "דהו"], 4, 7, [104, 107, "דהו"]],
	];
	test.each(rows)("%s", (rule, pieces, from, to, [start, end, quote]) => {
		const root = draw([{ start: 100, pieces }]);
		expect(select(root, at(root, 0, from), at(root, 0, to)), rule).toEqual({ start, end, quote });
	});

	test("goes on over blocks, and the blank lines between them count", () => {
		const root = draw([
			{ start: 10, pieces: ["first ", "block"] },
			{ start: 23, pieces: ["second"] },
		]);
		expect(select(root, at(root, 0, 6), at(root, 1, 6))).toEqual({ start: 16, end: 29, quote: "block\n\nsecond" });
	});

	test("a triple click, which ends at the start of the next row, takes its own block only", () => {
		const root = draw([
			{ start: 0, pieces: ["first"] },
			{ start: 7, pieces: ["second"] },
		]);
		const next = root.querySelectorAll("p")[1] as Node;
		expect(select(root, at(root, 0, 0), [next, 0])).toEqual({ start: 0, end: 5, quote: "first" });
	});

	test("what ends among the cards ends with the text beside them", () => {
		const root = draw([{ start: 0, pieces: ["only this"] }]);
		const card = root.querySelector("button") as Node;
		expect(select(root, at(root, 0, 5), [card, 1])).toEqual({ start: 5, end: 9, quote: "this" });
	});

	test("white space alone is nothing", () => {
		const root = draw([{ start: 0, pieces: ["a   b"] }]);
		expect(select(root, at(root, 0, 1), at(root, 0, 4))).toBeNull();
	});
});

test("a quote's length is counted in code points", () => {
	expect(codePoints("a🚒e\u0301")).toBe(4);
});
