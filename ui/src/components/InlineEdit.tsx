import { type KeyboardEvent, useState } from "react";
import styles from "./InlineEdit.module.css";

interface InlineEditProps {
	value: string;
	/** What is being edited, for screen readers. */
	name: string;
	/** Shown where the value is empty. */
	placeholder?: string;
	onSave: (value: string) => void;
	allowEmpty?: boolean;
	/** Begins in edit mode, as rename in a list does. */
	editing?: boolean;
	onDone?: () => void;
	className?: string;
}

/** A text that becomes a field where it stands. Enter or leaving the field saves; Escape goes back. */
export function InlineEdit({
	value,
	name,
	placeholder,
	onSave,
	allowEmpty = false,
	editing = false,
	onDone,
	className,
}: InlineEditProps) {
	const [draft, setDraft] = useState<string | null>(editing ? value : null);

	const finish = (save: boolean) => {
		const next = (draft ?? "").trim();
		if (save && draft !== null && next !== value && (allowEmpty || next !== "")) onSave(next);
		setDraft(null);
		onDone?.();
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== "Enter" && event.key !== "Escape") return;
		event.preventDefault();
		event.stopPropagation();
		finish(event.key === "Enter");
	};

	if (draft === null) {
		return (
			<button
				type="button"
				className={`${styles.shown} ${className ?? ""}`}
				data-empty={value === ""}
				aria-label={`${name}: ${value === "" ? (placeholder ?? "") : value}`}
				onClick={() => setDraft(value)}
			>
				{value === "" ? placeholder : value}
			</button>
		);
	}
	return (
		<input
			className={`${styles.field} ${className ?? ""}`}
			aria-label={name}
			value={draft}
			ref={focusAndSelect}
			onChange={(event) => setDraft(event.target.value)}
			onBlur={() => finish(true)}
			onKeyDown={onKeyDown}
		/>
	);
}

function focusAndSelect(field: HTMLInputElement | null): void {
	field?.focus();
	field?.select();
}
