import { syntaxTree } from "@codemirror/language";
import type { EditorState, Range } from "@codemirror/state";
import {
	Decoration,
	type DecorationSet,
	type EditorView,
	ViewPlugin,
	type ViewUpdate,
	WidgetType,
} from "@codemirror/view";
import type { SyntaxNodeRef } from "@lezer/common";
import { isCitation } from "./citations";
import { imageNamed } from "./images";

/**
 * Markdown drawn as what it means: its signs are hidden but where the caret is, and the text itself is never touched.
 */

class Sign extends WidgetType {
	constructor(
		private readonly name: string,
		private readonly text: string,
	) {
		super();
	}
	override eq(other: Sign): boolean {
		return other.name === this.name && other.text === this.text;
	}
	toDOM(): HTMLElement {
		const made = document.createElement("span");
		made.className = this.name;
		made.textContent = this.text;
		return made;
	}
	override ignoreEvent(): boolean {
		return false;
	}
}

const hidden = Decoration.replace({});
const dim = Decoration.mark({ class: "cm-mark" });
const marks: Readonly<Record<string, Decoration>> = {
	Emphasis: Decoration.mark({ class: "cm-emphasis" }),
	StrongEmphasis: Decoration.mark({ class: "cm-strong" }),
	Strikethrough: Decoration.mark({ class: "cm-strike" }),
	InlineCode: Decoration.mark({ class: "cm-code" }),
	Autolink: Decoration.mark({ class: "cm-link" }),
};
const linkWords = Decoration.mark({ class: "cm-link" });
const numbers = Decoration.mark({ class: "cm-number" });
const blocks: Readonly<Record<string, string>> = {
	FencedCode: "cm-codeLine",
	CodeBlock: "cm-codeLine",
	Blockquote: "cm-quote",
	Table: "cm-tableLine",
};

/** Returns whether the caret, or an end of the selection, is in a stretch. */
type Touched = (from: number, to: number) => boolean;

class Drawing {
	readonly ranges: Range<Decoration>[] = [];
	constructor(
		private readonly state: EditorState,
		private readonly touched: Touched,
	) {}

	/** Returns false where what is inside is not looked at. */
	enter(node: SyntaxNodeRef): boolean {
		const { name, from, to } = node;
		const mark = marks[name];
		if (mark && to > from) this.ranges.push(mark.range(from, to));
		if (blocks[name]) this.lines(from, to, blocks[name]);
		if (/^(ATX|Setext)Heading\d$/.test(name)) this.lines(from, to, `cm-h${name.at(-1)}`);
		if (name === "Link") return this.link(node);
		if (name === "Image") return this.sign(from, to, new Sign("cm-image", this.text(from, to)));
		if (name === "HorizontalRule") return this.sign(from, to, new Sign("cm-rule", ""));
		if (/^(Emphasis|Strikethrough|Code)Mark$/.test(name)) this.inlineMark(node);
		if (name === "Escape") this.away(from, from + 1, from, to);
		if (name === "HeaderMark") this.headerMark(node);
		if (name === "QuoteMark") this.away(from, this.past(to), this.line(from).from, this.line(from).to);
		if (name === "ListItem") this.item(node);
		if (name === "ListMark") this.bullet(node);
		if (name === "TaskMarker") this.task(from, to);
		return name !== "Table" || this.touched(from, to);
	}

	private line(at: number) {
		return this.state.doc.lineAt(at);
	}

	private text(from: number, to: number): string {
		return this.state.sliceDoc(from, to);
	}

	/** Behind one space, which belongs to the sign before it. */
	private past(to: number): number {
		return this.text(to, to + 1) === " " ? to + 1 : to;
	}

	private lines(from: number, to: number, name: string): void {
		for (let at = from; at <= to; at = this.line(at).to + 1)
			this.ranges.push(Decoration.line({ class: name }).range(this.line(at).from));
	}

	/** Hides a sign, or dims it while the caret is in what it belongs to. */
	private away(from: number, to: number, within: number, until: number): void {
		// A hidden stretch ends within its line.
		if (to <= from || this.line(from).to < to) return;
		this.ranges.push((this.touched(within, until) ? dim : hidden).range(from, to));
	}

	private sign(from: number, to: number, widget: WidgetType): false {
		if (!this.touched(from, to) && this.line(from).to >= to)
			this.ranges.push(Decoration.replace({ widget }).range(from, to));
		return false;
	}

	private inlineMark({ node }: SyntaxNodeRef): void {
		const { from, to, parent } = node;
		// The fences of a block are lines of their own.
		if (!parent || parent.name === "FencedCode") this.ranges.push(dim.range(from, to));
		else this.away(from, to, parent.from, parent.to);
	}

	private headerMark({ from, to }: SyntaxNodeRef): void {
		const line = this.line(from);
		if (/^[=-]/.test(this.text(from, to))) this.ranges.push(dim.range(from, to));
		else this.away(from, from === line.from ? this.past(to) : to, line.from, line.to);
	}

	private link({ node }: SyntaxNodeRef): boolean {
		const text = this.text(node.from, node.to);
		if (isCitation(text)) return false;
		if (/^\[IMAGE:[^\]\n]+\]$/.test(text))
			return this.sign(node.from, node.to, imageNamed(text) ?? new Sign("cm-image", text));
		const [open, close] = node.getChildren("LinkMark");
		if (!open || !close || !node.getChild("URL")) return true;
		this.ranges.push(linkWords.range(node.from, node.to));
		this.away(open.from, open.to, node.from, node.to);
		this.away(close.from, node.to, node.from, node.to);
		return true;
	}

	private item({ node }: SyntaxNodeRef): void {
		let depth = 0;
		for (let up = node.parent; up; up = up.parent) if (up.name.endsWith("List")) depth++;
		const name = depth > 1 ? `cm-item cm-item${Math.min(depth, 3)}` : "cm-item";
		this.ranges.push(Decoration.line({ class: name }).range(this.line(node.from).from));
	}

	private bullet({ node }: SyntaxNodeRef): void {
		const { from, to } = node;
		const line = this.line(from);
		const isTask = node.nextSibling?.name === "Task";
		if (node.parent?.parent?.name === "OrderedList") this.ranges.push(numbers.range(from, to));
		else if (this.touched(line.from, line.to)) this.ranges.push(dim.range(from, to));
		else if (isTask) this.ranges.push(hidden.range(line.from, this.past(to)));
		else this.ranges.push(Decoration.replace({ widget: new Sign("cm-bullet", "•") }).range(line.from, this.past(to)));
	}

	private task(from: number, to: number): void {
		const line = this.line(from);
		if (this.touched(line.from, line.to)) return;
		const sign = /x/i.test(this.text(from, to)) ? "☑" : "☐";
		this.ranges.push(Decoration.replace({ widget: new Sign("cm-task", sign) }).range(from, this.past(to)));
	}
}

/** Returns a test for edited stretches: without focus nobody edits, and nothing is shown as it is written. */
export function touching(state: EditorState, hasFocus: boolean): Touched {
	return (from, to) => hasFocus && state.selection.ranges.some((range) => range.from <= to && range.to >= from);
}

function drawn(view: EditorView): DecorationSet {
	const drawing = new Drawing(view.state, touching(view.state, view.hasFocus));
	for (const { from, to } of view.visibleRanges)
		syntaxTree(view.state).iterate({ from, to, enter: (node) => drawing.enter(node) });
	return Decoration.set(drawing.ranges, true);
}

export const richText = ViewPlugin.fromClass(
	class {
		decorations: DecorationSet;
		constructor(view: EditorView) {
			this.decorations = drawn(view);
		}
		update(update: ViewUpdate) {
			const { docChanged, selectionSet, viewportChanged, focusChanged, startState, state } = update;
			const isNew = docChanged || selectionSet || viewportChanged || focusChanged;
			if (isNew || syntaxTree(startState) !== syntaxTree(state)) this.decorations = drawn(update.view);
		}
	},
	{ decorations: (plugin) => plugin.decorations },
);
