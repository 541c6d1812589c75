import type { ReactNode } from "react";
import styles from "./Alike.module.css";

/** What says the same as something else. */
export function AlikeList({ children }: { children: ReactNode }) {
	return <ul className={styles.list}>{children}</ul>;
}

interface AlikeProps {
	words: ReactNode;
	/** How alike it is, and why. */
	reason?: string;
	/** In what it differs. */
	more?: ReactNode;
	/** The way to it. */
	children: ReactNode;
}

export function Alike({ words, reason, more, children }: AlikeProps) {
	return (
		<li className={styles.item}>
			<div className={styles.words}>
				<p data-selectable>{words}</p>
				{reason !== undefined && <p className={styles.reason}>{reason}</p>}
				{more}
			</div>
			{children}
		</li>
	);
}
