import { completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore, insertNewline } from "@codemirror/commands";
import { deleteMarkupBackward, markdownLanguage } from "@codemirror/lang-markdown";
import { EditorState, Prec, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, keymap, placeholder, tooltips } from "@codemirror/view";
import type { ReportCitation } from "../../../ipc/bindings";
import { type CitationOptions, citationChips, citationOptions, setKnown } from "./citations";
import { framed, inFrame, placeIn } from "./framed";
import { type ImageOptions, imageOptions, images, insertImage } from "./images";
import { type MentionSource, mentionCompletion } from "./mentions";
import { mergeTexts, textDifference } from "./mergeTexts";
import { insertParagraph } from "./paragraphs";
import { richText } from "./rich";
import { markedSpans, type Span, setFound, setSpans } from "./spans";
import { type DecisionOptions, decisionOptions, type Hunk, setSuggested, suggestionField } from "./suggestionMarks";
import { tables } from "./tables";
import { theme } from "./theme";

/**
 * A body in an editor of its Markdown: the text is the document, and all that is drawn lies over it. What nobody edits
 * comes out as it went in.
 */

export interface BodyListener extends CitationOptions, MentionSource, DecisionOptions, ImageOptions {
	name: string;
	hint: string;
	/** The body as it is now, after the analyst changed it, and what the host last had. */
	onChange: (body: string, base: string) => void;
	onBlur: () => void;
	/** Reports the position of the caret, in UTF-16 units of the body. */
	onCaret: (at: number) => void;
}

export interface BodyEditor {
	/** The body as it is written now. */
	body: () => string;
	/** Takes the host's present text: its own words back, or others, which are merged into what is being written. */
	take: (body: string, own: string | null) => void;
	setCitations: (citations: readonly ReportCitation[]) => void;
	/** Marks sentences, in UTF-16 units of the body. */
	mark: (spans: readonly Span[]) => void;
	/** Marks what was found, in UTF-16 units of the body. */
	markFound: (ranges: readonly { from: number; to: number }[]) => void;
	/** Draws what is suggested, in UTF-16 units of the body. */
	suggest: (hunks: readonly Hunk[]) => void;
	/** Selects a stretch of the body, and shows it. */
	select: (from: number, to: number, focus: boolean) => void;
	/** Puts a text in the place of a stretch of the body. */
	replace: (from: number, to: number, text: string) => void;
	/** Puts an image in, at a point of the window or at the caret. */
	putImage: (named: string, point: { x: number; y: number } | null) => void;
	focus: () => void;
	destroy: () => void;
}

const keys = keymap.of([
	{ key: "Enter", run: insertParagraph, shift: insertNewline },
	{ key: "Backspace", run: deleteMarkupBackward },
	// Elsewhere the key leaves the field, as it does in the whole window.
	{ key: "Tab", run: (view) => isInItem(view.state) && indentMore(view) },
	{ key: "Shift-Tab", run: (view) => isInItem(view.state) && indentLess(view) },
	...completionKeymap,
	...historyKeymap,
	...defaultKeymap.filter(({ key, mac }) => !/Alt|Mod-Enter|Ctrl-Alt|Escape|Mod-i/.test(key ?? mac ?? "")),
]);

const ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;
const isInItem = ({ doc, selection }: EditorState) => ITEM.test(doc.lineAt(selection.main.head).text);

/** The part of the window that a text scrolls in: whatever hangs out of it is cut. */
const pane = (parent: HTMLElement) => parent.closest("section") ?? document.documentElement;

/** `stored` is the body as the host has it, and `written` what was written over it. */
export function makeBodyEditor(
	parent: HTMLElement,
	stored: string,
	written: string,
	listener: BodyListener,
): BodyEditor {
	let frame = framed(written);
	let base = stored;
	const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
	const body = () => inFrame(frame, view.state.sliceDoc());
	const updateListener = EditorView.updateListener.of((update) => {
		const byHand = update.transactions.some((one) => one.docChanged && !one.annotation(Transaction.remote));
		if (byHand) listener.onChange(body(), base);
		if (update.selectionSet || update.docChanged) listener.onCaret(caret(update.state));
		if (update.focusChanged && !update.view.hasFocus) listener.onBlur();
	});
	const caret = ({ selection }: EditorState) => frame.before.length + selection.main.head;
	const view = new EditorView({
		root,
		parent: root,
		state: EditorState.create({
			doc: frame.text,
			extensions: [
				EditorState.lineSeparator.of(frame.lineEnd),
				EditorState.tabSize.of(4),
				history({ newGroupDelay: 700 }),
				drawSelection({ cursorBlinkRate: 1060 }),
				EditorView.lineWrapping,
				EditorView.contentAttributes.of({ "aria-label": listener.name, spellcheck: "true", "aria-multiline": "true" }),
				placeholder(listener.hint),
				markdownLanguage,
				citationOptions.of(listener),
				citationChips,
				tables,
				richText,
				imageOptions.of(listener),
				images,
				markedSpans,
				decisionOptions.of(listener),
				suggestionField,
				mentionCompletion(listener),
				tooltips({ tooltipSpace: () => pane(parent).getBoundingClientRect() }),
				Prec.high(keys),
				theme,
				updateListener,
			],
		}),
	});
	const at = (offset: number) => placeIn({ ...frame, text: view.state.sliceDoc() }, offset);
	const both = ({ from, to }: { from: number; to: number }) => ({ from: at(from), to: at(to) });
	return {
		body,
		take: (now, own) => {
			const mine = body();
			const next = own === null ? mergeTexts(base, mine, now) : mine;
			base = now;
			if (own !== null && own !== now) {
				const [before = "", after = ""] = now.split(own, 2);
				// A text sent before the host had framed the words is without the frame.
				const ownBefore = own.startsWith(frame.before) ? frame.before : "";
				const ownAfter = own.endsWith(frame.after) ? frame.after : "";
				frame = { ...frame, before: before + ownBefore, after: ownAfter + after };
			}
			if (next === mine) return;
			frame = { ...framed(next), lineEnd: frame.lineEnd };
			// As the document counts line ends.
			const counted = (text: string) => (frame.lineEnd === "\n" ? text : text.replaceAll("\r\n", "\n"));
			view.dispatch({
				changes: textDifference(counted(view.state.sliceDoc()), counted(frame.text)),
				annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
			});
		},
		setCitations: (citations) => view.dispatch({ effects: setKnown.of(citations) }),
		mark: (spans) => view.dispatch({ effects: setSpans.of(spans.map((span) => ({ ...span, ...both(span) }))) }),
		markFound: (ranges) => view.dispatch({ effects: setFound.of(ranges.map(both)) }),
		suggest: (hunks) => view.dispatch({ effects: setSuggested.of(hunks.map((hunk) => ({ ...hunk, ...both(hunk) }))) }),
		select: (from, to, focus) => {
			const selection = { anchor: at(from), head: at(to) };
			view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.head, { y: "center" }) });
			if (focus) view.focus();
		},
		replace: (from, to, text) =>
			view.dispatch({ changes: { ...both({ from, to }), insert: text }, userEvent: "input" }),
		putImage: (named, point) => insertImage(view, named, point),
		focus: () => view.focus(),
		destroy: () => view.destroy(),
	};
}
