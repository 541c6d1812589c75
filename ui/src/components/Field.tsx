import { type ClipboardEvent, type ComponentProps, type KeyboardEvent, type ReactNode, useId } from "react";
import styles from "./Field.module.css";

interface FieldProps {
	label: string;
	value: string;
	onChange: (value: string) => void;
	hint?: string | undefined;
	/** What is wrong with what was written. */
	fault?: string | undefined;
	/** More than one makes it a text area. */
	rows?: number;
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
	offers?: Offers;
}

/** What a text area offers while it is written in, such as names after an "@". */
export interface Offers {
	/** Drawn over the field. */
	list: ReactNode;
	attributes: ComponentProps<"textarea">;
	/** Says whether a key was for the list. */
	press: (event: KeyboardEvent) => boolean;
}

/** A labelled text field. */
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
	offers,
}: FieldProps) {
	const id = useId();
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
			if (!offers?.press(event)) onKeyDown?.(event);
		},
		onPaste,
		ref: focused ? takeFocus : undefined,
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
			) : (
				<textarea
					{...shared}
					{...offers?.attributes}
					rows={rows}
					spellCheck={false}
					onChange={(event) => onChange(event.target.value)}
				/>
			)}
			{offers?.list}
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
