import type { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Mentioning } from "../../../components/mentions/MentionList";
import { closeChat, useChatState } from "../../../state/chatState";
import { isCovered } from "../frame/keys";
import { docOf } from "./doc";
import { draftIn, useDrafts } from "./drafts";
import { insertMention, makeInput } from "./editor";

interface InputOptions {
	conversation: string;
	isBusy: boolean;
	/** The field's name. */
	placeholder: string;
	/** The list of mentions, while it is open, and the option that its keys are on. */
	list: string | null;
	active: string | null;
	onSend: () => void;
	onMentioning: (mentioning: Mentioning | null) => void;
	onMentionKey: (event: KeyboardEvent) => boolean;
}

/** The editor is outside React: it is made once a conversation, and told what has changed. */
export function useInput(options: InputOptions): { field: RefObject<HTMLDivElement | null>; isFocused: boolean } {
	const { conversation, isBusy, placeholder, list, active } = options;
	const field = useRef<HTMLDivElement>(null);
	const editor = useRef<Editor>(null);
	const [isFocused, setFocused] = useState(false);
	const drafts = useDrafts((now) => now.turn);
	const seenDrafts = useRef(drafts);
	const onSend = useEffectEvent(options.onSend);
	const onMentioning = useEffectEvent(options.onMentioning);
	const onMentionKey = useEffectEvent(options.onMentionKey);

	useEffect(() => {
		if (!field.current) return;
		const made = makeInput(field.current, draftIn(conversation), {
			onChange: (draft) => useDrafts.getState().write(conversation, draft),
			onSend: () => onSend(),
			onEscape: () => {
				if (isCovered(field.current)) return;
				if (useChatState.getState().open) closeChat();
				else made.commands.blur();
			},
			onMentioning: (next) => onMentioning(next),
			onMentionKey: (event) => onMentionKey(event),
			onFocus: setFocused,
		});
		editor.current = made;
		// Within a view the focus stays where the analyst works.
		if (useChatState.getState().open) made.commands.focus("end", { scrollIntoView: false });
		return () => {
			editor.current = null;
			made.destroy();
		};
	}, [conversation]);

	useEffect(() => {
		if (drafts > 0) editor.current?.commands.setContent(docOf(draftIn(conversation)), { emitUpdate: false });
		const isAnew = drafts !== seenDrafts.current;
		seenDrafts.current = drafts;
		// Whoever asked to write a message anew goes on here.
		if (isAnew && useDrafts.getState().editing[conversation]) editor.current?.commands.focus("end");
	}, [drafts, conversation]);

	useEffect(() => {
		editor.current?.setEditable(!isBusy, false);
		if (isBusy) return;
		useChatState.setState({
			mention: (label) => {
				if (editor.current) insertMention(editor.current, label);
				return editor.current !== null;
			},
		});
		return () => useChatState.setState({ mention: null });
	}, [isBusy]);

	useEffect(() => {
		const dom = editor.current?.view.dom;
		if (!dom) return;
		const attributes: Record<string, string | null> = {
			role: "textbox",
			"aria-multiline": "true",
			"aria-label": placeholder,
			"aria-disabled": isBusy ? "true" : null,
			"aria-autocomplete": "list",
			"aria-controls": list,
			"aria-activedescendant": list === null ? null : active,
		};
		for (const [name, value] of Object.entries(attributes)) {
			if (value === null) dom.removeAttribute(name);
			else dom.setAttribute(name, value);
		}
	}, [placeholder, isBusy, list, active]);

	return { field, isFocused };
}
