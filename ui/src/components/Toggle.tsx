import { useId } from "react";
import styles from "./Toggle.module.css";

interface ToggleProps<T extends string> {
	name: string;
	value: T;
	options: readonly { value: T; words: string; disabled?: boolean }[];
	onChange: (value: T) => void;
}

/** One of a few, side by side: the arrow keys go from one to the next, as with any radio buttons. */
export function Toggle<T extends string>({ name, value, options, onChange }: ToggleProps<T>) {
	const group = useId();
	return (
		<fieldset className={styles.toggle}>
			<legend className="visually-hidden">{name}</legend>
			{options.map((option) => (
				<label key={option.value} className={styles.option} data-checked={option.value === value}>
					<input
						type="radio"
						className={styles.radio}
						name={group}
						checked={option.value === value}
						disabled={option.disabled}
						onChange={() => onChange(option.value)}
					/>
					{option.words}
				</label>
			))}
		</fieldset>
	);
}
