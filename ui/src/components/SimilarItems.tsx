import type { ReactNode } from "react";
import styles from "./SimilarItems.module.css";

/** Lists the duplicates of something. */
export function SimilarItems({ children }: { children: ReactNode }) {
	return <ul className={styles.list}>{children}</ul>;
}

interface AlikeProps {
	words: ReactNode;
	/** The degree of likeness, and the reason. */
	reason?: string;
	/** In what it differs. */
	more?: ReactNode;
	/** The way to it. */
	children: ReactNode;
}

export function SimilarItem({ words, reason, more, children }: AlikeProps) {
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
