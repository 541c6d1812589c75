import { useId } from "react";
import styles from "./Choice.module.css";

interface ChoiceProps<T extends string> {
	name: string;
	/** None while nothing was chosen. */
	value: T | null;
	options: readonly { value: T; words: string }[];
	onChange: (value: T) => void;
	/** Shown, and not to be changed here. */
	locked?: boolean;
}

/** One of a few, all in view. */
export function Choice<T extends string>({ name, value, options, onChange, locked = false }: ChoiceProps<T>) {
	const group = useId();
	return (
		<fieldset className={styles.choice} disabled={locked}>
			<legend className={styles.name}>{name}</legend>
			<div className={styles.options}>
				{options.map((option) => (
					<label key={option.value} className={styles.option}>
						<input
							type="radio"
							name={group}
							checked={option.value === value}
							onChange={() => onChange(option.value)}
							className={styles.radio}
						/>
						{option.words}
					</label>
				))}
			</div>
		</fieldset>
	);
}
