import { readFileSync } from "node:fs";
import { insertNewline } from "@codemirror/commands";
import { markdown } from "@codemirror/lang-markdown";
import { EditorState, type Transaction } from "@codemirror/state";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type BodyEditor, type BodyListener, makeBodyEditor } from "../../src/features/reports/editor/editor.ts";
import { lineOf } from "../../src/features/reports/editor/mentions.ts";
import { insertParagraph } from "../../src/features/reports/editor/paragraphs.ts";

/** Text that goes through the editor unedited comes out to the byte; an edit changes its own place alone. */

const made: BodyEditor[] = [];

function edit(body: string, listener: Partial<BodyListener> = {}): BodyEditor {
	const parent = document.body.appendChild(document.createElement("div"));
	const editor = makeBodyEditor(parent, body, body, {
		name: "Text",
		hint: "",
		open: () => {},
		glance: async () => null,
		why: (cause) => cause,
		find: async () => [],
		cite: async (label) => `[${label}]`,
		paste: () => {},
		captionHint: "",
		onChange: () => {},
		onBlur: () => {},
		onCaret: () => {},
		accept: "Accept",
		reject: "Reject",
		decide: () => {},
		...listener,
	});
	made.push(editor);
	return editor;
}

afterEach(() => {
	for (const editor of made.splice(0)) editor.destroy();
	document.body.replaceChildren();
});

test.each([
	["a paragraph", "One", "One\n\nTwo"],
	["an item", "- One", "- One\n- Two"],
	["an empty item", "- One\n- ", "- One\n\nTwo"],
	["code", "```\nOne", "```\nOne\nTwo"],
	["an empty line", "One\n\n", "One\n\n\nTwo"],
])("Enter behind %s", (_, text, expected) => {
	const state = EditorState.create({ doc: text, selection: { anchor: text.length }, extensions: [markdown()] });
	let now = state;
	const dispatch = (transaction: Transaction) => {
		now = transaction.state;
	};
	if (!insertParagraph({ state, dispatch })) insertNewline({ state, dispatch });
	now = now.update(now.replaceSelection("Two")).state;
	expect(now.doc.toString()).toBe(expected);
});

test("what is not accepted says so before its words", () => {
	expect(lineOf({ label: "F-1", text: "The wall costs €2 m." }).detail).toBe("The wall costs €2 m.");
	const waits = { label: "F-8", text: "The wall is old.", status: "Proposed" };
	expect(lineOf(waits).detail).toBe("Proposed · The wall is old.");
});

/** One of each thing that Markdown has, and of what looks like one. */
const bodies = [
	"",
	"\n\n",
	"\nA paragraph\nof two lines,  \nwith a hard end\\\nand another.\n\n",
	"Setext\n======\n\nOther\n---\n\n# ATX #\n####### seven\n#none\n",
	"- a\n  - b\n\n    c\n+ d\n* e\n1. f\n10) g\n- [ ] h\n- [x] i\n",
	"> a\nlazy\n>> b\n>\n> ```\n> c\n> ```\n",
	"```rust\nfn a() {}\n\n```\n~~~\n[F-1]\n~~~\n\n    code\n\tmore\n",
	"| a | b |\n|--|:-:|\n| 1 \\| 2 | `x` |\n| only |\n",
	"*a* **b** ***c*** _d_ __e__ ~~f~~ `g` ``h ` i`` **open *and\n",
	"[text](<a b> 'title') [ref][1] [1] ![alt](p.png) <https://a.b> https://c.d [IMAGE:plan]\n\n[1]: /url \"t\"\n",
	"[F-1](factly://fact/0190) [N-2], [R-3]. [F-0] [X-1] [F-1](http://no) \\[F-1\\]\n",
	"<div>\n*a*\n</div>\n\n<!-- b -->\n\n&amp; &copy; \\* \\_\n",
	"---\n***\n___\n- - -\n",
	"\r\nA\r\n- b\r\n\r\n| a |\r\n|---|\r\n| b |\r\n",
	"A\r\nB\nC\rD\n",
	"\tTabs\tand \u00a0 spaces \u2028 \u200b and 😀 e\u0301 \u202e x\n",
	"trailing  \n   \nno end",
];

/** The examples of the standard, where a file of them is named. */
const file = process.env.COMMONMARK_EXAMPLES;
if (file)
	for (const { markdown } of JSON.parse(readFileSync(file, "utf8")) as { markdown: string }[]) bodies.push(markdown);

test.each(bodies)("%j comes out as it went in", (body) => {
	const onChange = vi.fn();
	const editor = edit(body, { onChange });
	editor.select(0, body.length, false);
	editor.setCitations([{ label: "F-1", stale: "gone" }]);
	editor.mark([{ from: 0, to: body.length, kind: "uncited" }]);
	expect(editor.body()).toBe(body);
	expect(onChange).not.toHaveBeenCalled();
});

test.each(bodies)("%j is changed where it is written in, and nowhere else", (body) => {
	const editor = edit(body);
	const at = body.length - (/[\r\n]*$/.exec(body)?.[0].length ?? 0);
	editor.replace(at, at, "x");
	const written = editor.body();
	expect(written.length).toBe(body.length + 1);
	expect(written.startsWith(body.slice(0, at).replace(/^(?:\r?\n)*$/, ""))).toBe(true);
});

describe("what is changed elsewhere", () => {
	test("comes into the text", () => {
		const editor = edit("\nThe wall.\n");
		editor.take("\nThe high wall.\n", null);
		expect(editor.body()).toBe("\nThe high wall.\n");
	});

	test("takes no word that was written meanwhile", () => {
		const editor = edit("\nThe wall.\n");
		editor.replace(10, 10, " Soon");
		editor.take("\nThe high wall.\n", null);
		expect(editor.body()).toBe("\nThe high wall. Soon\n");
	});

	test("and is its own, comes in no second time", () => {
		const editor = edit("A");
		editor.replace(1, 1, "B");
		editor.replace(2, 2, "C");
		editor.take("AB", "AB");
		expect(editor.body()).toBe("ABC");
		editor.take("ABC", "ABC");
		editor.take("ABC!", null);
		expect(editor.body()).toBe("ABC!");
	});

	test("and ends the paragraph that was written, takes no word of what came behind", () => {
		const editor = edit("");
		editor.replace(0, 0, "A");
		editor.replace(1, 1, "B");
		editor.take("\nA\n\n", "A");
		expect(editor.body()).toBe("\nAB\n\n");
		editor.take("\nAB\n\n", "\nAB\n\n");
		editor.take("\nAB!\n\n", null);
		expect(editor.body()).toBe("\nAB!\n\n");
	});

	test("and ends a paragraph once, also where more was sent before that was known", () => {
		const editor = edit("");
		editor.replace(0, 0, "A");
		editor.replace(1, 1, "B");
		editor.take("\nA\n\n", "A");
		editor.take("\nAB\n\n", "AB");
		expect(editor.body()).toBe("\nAB\n\n");
	});
});

test("citations are chips, but for those in code", () => {
	edit("[F-1](factly://fact/1) and `[F-2]` and [N-3]\n\n```\n[F-4]\n```\n");
	const root = document.body.firstElementChild?.shadowRoot;
	expect([...(root?.querySelectorAll(".cm-cite") ?? [])].map((chip) => chip.textContent)).toEqual(["F-1", "N-3"]);
});

test("signs are hidden where nobody writes", () => {
	edit("# Title\n\nA **bold** word, `code`, and [a link](https://a.b).\n\n- item\n");
	const text = document.body.firstElementChild?.shadowRoot?.querySelector(".cm-content")?.textContent;
	expect(text).toBe("TitleA bold word, code, and a link.•item");
});

describe("what is suggested", () => {
	const drawn = (selector: string) =>
		[...(document.querySelector("div")?.shadowRoot?.querySelectorAll(selector) ?? [])].map((one) => one.textContent);

	test("stands in the text and is no part of it", () => {
		const onChange = vi.fn();
		const editor = edit("\nThe wall costs much.\n", { onChange });
		editor.suggest([{ id: "s", number: 0, from: 5, to: 9, after: "gate [F-1](factly://fact/0190)" }]);
		expect(drawn("del")).toEqual(["wall"]);
		expect(drawn(".cm-coming ins")).toEqual(["gate [F-1]"]);
		expect(editor.body()).toBe("\nThe wall costs much.\n");
		expect(onChange).not.toHaveBeenCalled();
	});

	test("is decided by a press", () => {
		const decide = vi.fn();
		const editor = edit("The wall.", { decide });
		editor.suggest([{ id: "s", number: 2, from: 4, to: 8, after: "" }]);
		for (const button of document.querySelector("div")?.shadowRoot?.querySelectorAll<HTMLElement>("button") ?? [])
			button.click();
		expect(decide.mock.calls.map(([hunk, isTaken]) => [hunk.number, isTaken])).toEqual([
			[2, true],
			[2, false],
		]);
	});

	test("moves with what is written before it", () => {
		const editor = edit("The wall.");
		editor.suggest([{ id: "s", number: 0, from: 4, to: 8, after: "gate" }]);
		editor.replace(0, 0, "Oh: ");
		expect(drawn("del")).toEqual(["wall"]);
	});
});
