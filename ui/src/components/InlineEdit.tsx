import { type ChangeEvent, type KeyboardEvent, type Ref, useState } from "react";
import { flushSync } from "react-dom";
import { GrowingText } from "./GrowingText";
import styles from "./InlineEdit.module.css";
import type { TextField } from "./mentions/caret";
import { useItemPicker } from "./mentions/useItemPicker";

interface InlineEditProps {
	value: string;
	/** The name of the edited thing, for screen readers. */
	name: string;
	/** Shown where the value is empty. */
	placeholder?: string;
	onSave: (value: string) => void;
	allowEmpty?: boolean;
	/** Begins in edit mode, as rename in a list does. */
	editing?: boolean;
	/** Called after Enter: it goes on there, and not back to the button. */
	next?: () => void;
	/** Called when the field closes; `byKey` says that the focus is to go back to the list. */
	onDone?: (byKey: boolean) => void;
	className?: string;
	/** The button that begins the edit, for a command that presses it. */
	buttonRef?: Ref<HTMLButtonElement>;
	/** A sentence or more, written in a field that grows with it. */
	growing?: boolean;
	/** A discovery whose items an "@" offers, where the text is no name. */
	itemsOf?: string;
}

/** A text that becomes a field where it stands. Enter or leaving the field saves; Escape goes back. */
export function InlineEdit({
	value,
	name,
	placeholder,
	onSave,
	allowEmpty = false,
	editing = false,
	next,
	onDone,
	className,
	buttonRef,
	growing = false,
	itemsOf,
}: InlineEditProps) {
	const offers = useItemPicker(itemsOf ?? null);
	const [draft, setDraft] = useState<string | null>(editing ? value : null);

	// By key the focus was ours and goes back to where it came from; by pointer it is already elsewhere.
	const [byKey, setByKey] = useState(false);

	const finish = (save: boolean, key: boolean) => {
		const written = (draft ?? "").trim();
		if (save && draft !== null && written !== value && (allowEmpty || written !== "")) onSave(written);
		setDraft(null);
		setByKey(key);
		onDone?.(key);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (offers.press(event)) return;
		if (event.key !== "Enter" && event.key !== "Escape") return;
		event.preventDefault();
		event.stopPropagation();
		const goesOn = event.key === "Enter" && next !== undefined;
		// The field is gone before the focus is: it would save once more.
		flushSync(() => finish(event.key === "Enter", !goesOn));
		if (goesOn) next();
	};

	if (draft === null) {
		return (
			<button
				type="button"
				className={`${styles.shown} ${className ?? ""}`}
				data-empty={value === ""}
				aria-label={`${name}: ${value === "" ? (placeholder ?? "") : value}`}
				ref={buttonRef}
				// biome-ignore lint/a11y/noAutofocus: it had the focus as a field a moment ago.
				autoFocus={byKey}
				onClick={() => {
					setByKey(false);
					setDraft(value);
				}}
			>
				{value === "" ? placeholder : value}
			</button>
		);
	}
	const Written = growing ? GrowingText : "input";
	return (
		<>
			<Written
				{...offers.attributes}
				className={`${styles.field} ${className ?? ""}`}
				aria-label={name}
				value={draft}
				ref={focusAndSelect}
				onChange={(event: ChangeEvent<TextField>) => setDraft(event.target.value)}
				onBlur={() => finish(true, false)}
				onKeyDown={onKeyDown}
			/>
			{offers.list}
		</>
	);
}

function focusAndSelect(field: TextField | null): void {
	field?.focus();
	field?.select();
}
