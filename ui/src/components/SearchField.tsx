import { Search } from "lucide-react";
import type { KeyboardEvent, Ref } from "react";
import styles from "./SearchField.module.css";

interface SearchFieldProps {
	name: string;
	value: string;
	onChange: (value: string) => void;
	fieldRef?: Ref<HTMLInputElement>;
}

/** Filters as it is typed. Escape empties it first and only then leaves it. */
export function SearchField({ name, value, onChange, fieldRef }: SearchFieldProps) {
	const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
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
				placeholder={name}
				value={value}
				onChange={(event) => onChange(event.target.value)}
				onKeyDown={onKeyDown}
			/>
		</div>
	);
}
