import { type ClipboardEvent, type KeyboardEvent, useId } from "react";
import styles from "./Field.module.css";

interface FieldProps {
	label: string;
	value: string;
	onChange: (value: string) => void;
	hint?: string;
	/** More than one makes it a text area. */
	rows?: number;
	grow?: boolean;
	mono?: boolean;
	/** Takes the focus when it appears, because the press that made it appear asked to write. */
	focused?: boolean;
	onKeyDown?: (event: KeyboardEvent) => void;
	onPaste?: (event: ClipboardEvent) => void;
}

/** A labelled text field. */
export function Field({
	label,
	value,
	onChange,
	hint,
	rows = 1,
	grow = false,
	mono = false,
	focused = false,
	onKeyDown,
	onPaste,
}: FieldProps) {
	const id = useId();
	const shared = {
		id,
		value,
		className: styles.field,
		"aria-describedby": hint ? `${id}-hint` : undefined,
		onKeyDown,
		onPaste,
		ref: focused ? takeFocus : undefined,
	};
	return (
		<div className={styles.box} data-grow={grow} data-mono={mono}>
			<label htmlFor={id} className={styles.label}>
				{label}
			</label>
			{rows === 1 ? (
				<input {...shared} type="text" onChange={(event) => onChange(event.target.value)} />
			) : (
				<textarea {...shared} rows={rows} spellCheck={false} onChange={(event) => onChange(event.target.value)} />
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
