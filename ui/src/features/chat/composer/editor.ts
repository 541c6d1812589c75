import { Editor, Extension } from "@tiptap/core";
import { Document } from "@tiptap/extension-document";
import { Mention } from "@tiptap/extension-mention";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Text } from "@tiptap/extension-text";
import { UndoRedo } from "@tiptap/extensions/undo-redo";
import { Fragment, Slice } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import type { Mentioning } from "../../../components/mentions/MentionList";
import type { Label } from "../../../ipc/label";
import styles from "./Composer.module.css";
import { docOf, draftOf } from "./doc";
import type { Draft } from "./drafts";

/**
 * The field that a message is written in: lines of text and mentions, nothing else. What is pasted or dropped comes in
 * as its words alone.
 */

export interface InputListener {
	onChange: (draft: Draft) => void;
	/** Enter was pressed. */
	onSend: () => void;
	/** Escape was pressed, and not to close the list of mentions. */
	onEscape: () => void;
	onMentioning: (mentioning: Mentioning | null) => void;
	/** A key while a mention is being typed; says whether it was for the list. */
	onMentionKey: (event: KeyboardEvent) => boolean;
	onFocus: (isFocused: boolean) => void;
}

export function makeInput(element: HTMLElement, draft: Draft, listener: InputListener): Editor {
	return new Editor({
		element,
		// The window's policy refuses style elements.
		injectCSS: false,
		content: docOf(draft),
		coreExtensionOptions: {
			clipboardTextSerializer: { blockSeparator: "\n" },
			// Also while nothing may be written: the focus has to be somewhere.
			tabindex: { value: "0" },
		},
		enableInputRules: false,
		enablePasteRules: false,
		extensions: [Document, Paragraph, Text, UndoRedo, keysOf(listener), mentionsFor(listener)],
		editorProps: { handleDOMEvents: { paste: onPaste, drop: onDrop } },
		onUpdate: ({ editor }) => listener.onChange(draftOf(editor.getJSON())),
		onFocus: () => listener.onFocus(true),
		onBlur: () => listener.onFocus(false),
	});
}

/** A composition of an input method never comes here: its Enter takes a word, it does not send. */
function keysOf({ onSend, onEscape }: InputListener): Extension {
	return Extension.create({
		name: "sending",
		addKeyboardShortcuts() {
			const send = () => {
				onSend();
				return true;
			};
			const leave = () => {
				onEscape();
				return true;
			};
			return {
				Enter: send,
				"Mod-Enter": send,
				// The editor would take the key for itself.
				Escape: leave,
				"Shift-Enter": ({ editor }) => editor.commands.splitBlock(),
			};
		},
	});
}

function mentionsFor({ onMentioning, onMentionKey }: InputListener) {
	return Mention.configure({
		HTMLAttributes: { class: styles.mention },
		deleteTriggerWithBackspace: true,
		renderText: ({ node }) => String(node.attrs.id),
		renderHTML: ({ options, node }) => ["span", options.HTMLAttributes, String(node.attrs.id)],
		suggestion: {
			char: "@",
			// A card is found by its words too.
			allowSpaces: true,
			items: () => [],
			render: () => {
				const reportMatches = ({ query, command }: { query: string; command: (attrs: { id: Label }) => void }) =>
					onMentioning({ typed: query, choose: (id) => command({ id }) });
				return {
					onStart: reportMatches,
					onUpdate: reportMatches,
					onExit: () => onMentioning(null),
					onKeyDown: ({ event }) => onMentionKey(event),
				};
			},
		},
	});
}

function onPaste(view: EditorView, event: ClipboardEvent): boolean {
	event.preventDefault();
	insertText(view, event.clipboardData?.getData("text/plain") ?? "");
	return true;
}

function onDrop(view: EditorView, event: DragEvent): boolean {
	event.preventDefault();
	insertText(view, event.dataTransfer?.getData("text/plain") ?? "");
	return true;
}

function insertText(view: EditorView, text: string): void {
	if (text === "" || !view.editable) return;
	const { schema, tr } = view.state;
	const lines = text.replaceAll(/\r\n?/g, "\n").split("\n");
	const paragraphs = lines.map((line) => schema.node("paragraph", null, line === "" ? [] : [schema.text(line)]));
	view.dispatch(tr.replaceSelection(new Slice(Fragment.from(paragraphs), 1, 1)).scrollIntoView());
}

/** Puts a mention where the caret is, set apart from the words before it. */
export function insertMention(editor: Editor, label: Label): void {
	const { $from } = editor.state.selection;
	const before = $from.nodeBefore;
	const needsSpace = before !== null && !before.text?.endsWith(" ");
	editor
		.chain()
		.focus()
		.insertContent([
			...(needsSpace ? [{ type: "text", text: " " }] : []),
			{ type: "mention", attrs: { id: label } },
			{ type: "text", text: " " },
		])
		.run();
}
