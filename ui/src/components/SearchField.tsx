import { Search } from "lucide-react";
import type { KeyboardEvent, Ref } from "react";
import { useWords } from "../i18n/useWords";
import styles from "./SearchField.module.css";

interface SearchFieldProps {
	name: string;
	value: string;
	onChange: (value: string) => void;
	fieldRef?: Ref<HTMLInputElement>;
	/** Runs on Enter, where that does more than was done as it was typed. */
	onEnter?: () => void;
}

/** Filters as it is typed; what it searches is said by its place, and aloud. Escape empties it first and only then leaves it. */
export function SearchField({ name, value, onChange, fieldRef, onEnter }: SearchFieldProps) {
	const t = useWords();
	const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
		if (event.key === "Enter" && onEnter) {
			event.preventDefault();
			onEnter();
		}
		if (event.key !== "Escape") return;
		event.preventDefault();
		if (value === "") event.currentTarget.blur();
		else onChange("");
	};
	return (
		<div className={styles.search}>
			<Search size={14} aria-hidden className={styles.icon} />
			<input
				ref={fieldRef}
				className={styles.field}
				type="text"
				inputMode="search"
				aria-label={name}
				placeholder={t("app.search")}
				value={value}
				onChange={(event) => onChange(event.target.value)}
				onKeyDown={onKeyDown}
			/>
		</div>
	);
}
