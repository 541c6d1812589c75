import type { ReactNode } from "react";
import styles from "./FilterButton.module.css";

interface FilterButtonProps {
	pressed: boolean;
	onClick: () => void;
	children: ReactNode;
}

/** One of the kinds that a list can be narrowed to. */
export function FilterButton({ pressed, onClick, children }: FilterButtonProps) {
	return (
		<button type="button" className={styles.kind} aria-pressed={pressed} onClick={onClick}>
			{children}
		</button>
	);
}
