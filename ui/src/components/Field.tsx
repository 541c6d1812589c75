import { type ClipboardEvent, type KeyboardEvent, useId } from "react";
import { useCurrentDiscovery } from "../state/current";
import styles from "./Field.module.css";
import { GrowingText } from "./GrowingText";
import { useItemPicker } from "./mentions/useItemPicker";

interface FieldProps {
	label: string;
	value: string;
	onChange: (value: string) => void;
	hint?: string | undefined;
	/** The fault of the written text. */
	fault?: string | undefined;
	/** More than one makes it a text area; "growing" is two to six, as many as its text has. */
	rows?: number | "growing";
	grow?: boolean;
	mono?: boolean;
	/** Never shown, and offered to no keeper of passwords. */
	secret?: boolean;
	/** Shown, and not to be changed here. */
	locked?: boolean;
	placeholder?: string;
	/** Takes the focus when it appears, because the press that made it appear asked to write. */
	focused?: boolean;
	onKeyDown?: (event: KeyboardEvent) => void;
	onPaste?: (event: ClipboardEvent) => void;
	/** No sentence, so an "@" names no item in it: a name, a value, a number, an address. A tidy test lists these. */
	itemless?: boolean;
}

/** A labelled text field. In a discovery, an "@" in it offers the discovery's items. */
export function Field({
	label,
	value,
	onChange,
	hint,
	fault,
	rows = 1,
	grow = false,
	mono = false,
	secret = false,
	locked = false,
	placeholder,
	focused = false,
	onKeyDown,
	onPaste,
	itemless = false,
}: FieldProps) {
	const id = useId();
	const discovery = useCurrentDiscovery();
	const offers = useItemPicker(itemless || secret || locked ? null : discovery);
	const notes = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(" ");
	const shared = {
		id,
		value,
		className: styles.field,
		"aria-describedby": notes || undefined,
		"aria-invalid": fault ? true : undefined,
		readOnly: locked,
		placeholder,
		onKeyDown: (event: KeyboardEvent) => {
			if (!offers.press(event)) onKeyDown?.(event);
		},
		onPaste,
		ref: focused ? takeFocus : undefined,
		...offers.attributes,
	};
	return (
		<div className={styles.box} data-grow={grow} data-mono={mono}>
			<label htmlFor={id} className={styles.label}>
				{label}
			</label>
			{rows === 1 ? (
				<input
					{...shared}
					type={secret ? "password" : "text"}
					autoComplete="off"
					spellCheck={secret ? false : undefined}
					onChange={(event) => onChange(event.target.value)}
				/>
			) : rows === "growing" ? (
				<GrowingText {...shared} onChange={(event) => onChange(event.target.value)} />
			) : (
				<textarea {...shared} rows={rows} spellCheck={false} onChange={(event) => onChange(event.target.value)} />
			)}
			{offers.list}
			{fault && (
				<p id={`${id}-fault`} className={styles.fault}>
					{fault}
				</p>
			)}
			{hint && (
				<p id={`${id}-hint`} className={styles.hint}>
					{hint}
				</p>
			)}
		</div>
	);
}

function takeFocus(field: HTMLInputElement | HTMLTextAreaElement | null): void {
	field?.focus();
}
