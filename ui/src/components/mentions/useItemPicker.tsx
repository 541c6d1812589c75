import {
	type AriaAttributes,
	type DOMAttributes,
	type KeyboardEvent,
	lazy,
	type ReactNode,
	Suspense,
	useId,
	useRef,
	useState,
} from "react";
import { caretLine, mentionBefore, type TextField } from "./caret";
import styles from "./ItemPicker.module.css";
import type { MentionKeys } from "./MentionList";

// Fields stand in the window from its first paint, and nobody writes an "@" that soon.
const MentionList = lazy(async () => ({ default: (await import("./MentionList")).MentionList }));

/** The suggestions of a text field while it is written in. */
interface Offers {
	/** Drawn over the field. */
	list: ReactNode;
	attributes: Pick<
		DOMAttributes<TextField> & AriaAttributes,
		"onSelect" | "onBlur" | "aria-autocomplete" | "aria-controls" | "aria-activedescendant"
	>;
	/** Says whether a key was for the list. */
	press: (event: KeyboardEvent) => boolean;
}

interface Typing {
	field: TextField;
	at: number;
	typed: string;
	/** The line of the "@", within what holds the field. */
	line: { top: number; height: number };
	below: boolean;
}

/**
 * An "@" in a text field offers the discovery's items, as in the chat, and puts the token of the chosen one in its place.
 * A text that goes into no discovery yet is offered none.
 */
export function useItemPicker(discovery: string | null): Offers {
	const id = useId();
	const keys = useRef<MentionKeys>(null);
	const [typing, setTyping] = useState<Typing | null>(null);
	const [active, setActive] = useState<string | null>(null);
	// The offset of an "@" whose list was closed by Escape.
	const [closed, setClosed] = useState<number | null>(null);

	const stop = () => {
		setTyping(null);
		setActive(null);
	};
	const look = (field: TextField) => {
		const { selectionStart: caret, selectionEnd, value } = field;
		const found = caret !== null && caret === selectionEnd ? mentionBefore(value, caret) : null;
		if (found === null || found.at !== closed) setClosed(null);
		if (found === null || found.at === closed) return stop();
		const { top, height } = caretLine(field, found.at);
		const below = field.getBoundingClientRect().top + top < window.innerHeight / 2;
		setTyping({ ...found, field, line: { top: field.offsetTop + top, height }, below });
	};
	const choose = (token: string) => {
		if (typing === null) return;
		const { field, at, typed } = typing;
		const end = at + 1 + typed.length;
		field.setRangeText(/^\s/.test(field.value.slice(end)) ? token : `${token} `, at, end, "end");
		// The field's own event, so that it counts as written.
		field.dispatchEvent(new Event("input", { bubbles: true }));
		stop();
	};
	const press = (event: KeyboardEvent): boolean => {
		if (typing === null || active === null) return false;
		if (event.key === "Escape") {
			setClosed(typing.at);
			stop();
		} else if (!keys.current?.press(event.nativeEvent)) return false;
		event.preventDefault();
		event.stopPropagation();
		return true;
	};
	const isOpen = discovery !== null && typing !== null;
	return {
		press,
		attributes: {
			onSelect: discovery === null ? undefined : (event) => look(event.currentTarget),
			onBlur: stop,
			"aria-autocomplete": discovery === null ? undefined : "list",
			"aria-controls": isOpen && active !== null ? id : undefined,
			"aria-activedescendant": (isOpen && active) || undefined,
		},
		list: isOpen && (
			<div className={styles.line} style={typing.line}>
				<Suspense fallback={null}>
					<MentionList
						id={id}
						discovery={discovery}
						mentioning={{ typed: typing.typed, choose }}
						keys={keys}
						onActive={setActive}
						itemsOnly
						below={typing.below}
					/>
				</Suspense>
			</div>
		),
	};
}
