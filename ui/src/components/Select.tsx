import styles from "./Select.module.css";

interface SelectProps<T extends string> {
	name: string;
	value: T;
	options: readonly { value: T; words: string }[];
	onChange: (value: T) => void;
}

/** The system's own list: it works with every keyboard and screen reader there is. */
export function Select<T extends string>({ name, value, options, onChange }: SelectProps<T>) {
	return (
		<span data-list>
			<select
				className={styles.select}
				aria-label={name}
				value={value}
				onChange={(event) => onChange(event.target.value as T)}
			>
				{options.map((option) => (
					<option key={option.value} value={option.value}>
						{option.words}
					</option>
				))}
			</select>
		</span>
	);
}
