import type { ReactNode } from "react";
import styles from "./LinkButton.module.css";

/** Words within a text that lead to what they name, inside the window. */
export function LinkButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
	return (
		<button type="button" className={styles.link} onClick={onClick}>
			{children}
		</button>
	);
}
