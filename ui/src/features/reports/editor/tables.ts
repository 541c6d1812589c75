import { ensureSyntaxTree } from "@codemirror/language";
import { type EditorState, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { chip, staleOf } from "./citations";
import { touching } from "./rich";

/** Tables drawn as tables, but for the one that the caret is in. */

const setFocus = StateEffect.define<boolean>();

class TableView extends WidgetType {
	constructor(private readonly source: string) {
		super();
	}
	override eq(other: TableView): boolean {
		return other.source === this.source;
	}
	toDOM(view: EditorView): HTMLElement {
		const table = document.createElement("table");
		table.className = "cm-table";
		const [head = "", rule = "", ...rows] = this.source.split("\n");
		const aligned = cells(rule).map(alignment);
		const part = (name: "thead" | "tbody", kind: "th" | "td", lines: readonly string[]) => {
			const made = table.appendChild(document.createElement(name));
			for (const line of lines) made.append(row(view, kind, cells(line), aligned));
		};
		part("thead", "th", [head]);
		part("tbody", "td", rows);
		return table;
	}
	override ignoreEvent(): boolean {
		return false;
	}
}

function row(view: EditorView, kind: "th" | "td", texts: readonly string[], aligned: readonly string[]): HTMLElement {
	const made = document.createElement("tr");
	for (const [at, text] of texts.entries()) {
		const cell = made.appendChild(document.createElement(kind));
		cell.dataset.align = aligned[at] ?? "left";
		cell.append(...pieces(view, text));
	}
	return made;
}

const PIECE = /(\[[IFNRO]-[1-9]\d{0,9}\](?:\(factly:\/\/[^)\n]*\))?)/;

function pieces(view: EditorView, text: string): Node[] {
	return text.split(PIECE).map((piece) => {
		const label = /^\[([IFNRO]-\d+)\]/.exec(piece)?.[1];
		if (label !== undefined) return chip(label, staleOf(view.state, label), view);
		return document.createTextNode(piece.replaceAll(/\*\*|__|`|\\(?=[|*_`])/g, ""));
	});
}

/** A bar behind a backslash belongs to its cell. */
function cells(line: string): string[] {
	const inner = line
		.trim()
		.replace(/^\|/, "")
		.replace(/(?<!\\)\|$/, "");
	return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function alignment(rule: string): string {
	if (!rule.endsWith(":")) return "left";
	return rule.startsWith(":") ? "center" : "right";
}

function tablesIn(state: EditorState): SyntaxNode[] {
	const found: SyntaxNode[] = [];
	ensureSyntaxTree(state, state.doc.length, 50)?.iterate({
		enter: ({ node }) => {
			// One in a list or a quote has the signs of those before its lines.
			if (node.name === "Table" && node.parent?.name === "Document") found.push(node);
			return node.name === "Document";
		},
	});
	return found;
}

function drawn(state: EditorState, hasFocus: boolean): DecorationSet {
	const touched = touching(state, hasFocus);
	const ranges: Range<Decoration>[] = tablesIn(state)
		.filter(({ from, to }) => !touched(from, to))
		.map(({ from, to }) =>
			Decoration.replace({ widget: new TableView(state.sliceDoc(from, to)), block: true }).range(
				from,
				state.doc.lineAt(to).to,
			),
		);
	return Decoration.set(ranges);
}

interface Tables {
	hasFocus: boolean;
	shown: DecorationSet;
}

const field = StateField.define<Tables>({
	create: (state) => ({ hasFocus: false, shown: drawn(state, false) }),
	update: (value, { effects, docChanged, selection, state }) => {
		const focusChange = effects.find((effect) => effect.is(setFocus));
		if (!docChanged && !selection && !focusChange) return value;
		const hasFocus = focusChange?.value ?? value.hasFocus;
		return { hasFocus, shown: drawn(state, hasFocus) };
	},
	provide: (of) => EditorView.decorations.from(of, ({ shown }) => shown),
});

const focus = EditorView.focusChangeEffect.of((_, hasFocus) => setFocus.of(hasFocus));

/** A press on a table goes into its Markdown. */
const press = EditorView.domEventHandlers({
	mousedown: (event, view) => {
		const { target } = event;
		if (!(target instanceof Element) || target.closest("[data-cites]")) return false;
		const table = target.closest(".cm-table");
		if (!table) return false;
		event.preventDefault();
		view.focus();
		view.dispatch({ selection: { anchor: view.posAtDOM(table) } });
		return true;
	},
});

export const tables = [field, focus, press];
