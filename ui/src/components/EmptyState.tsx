import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

interface EmptyStateProps {
	title: string;
	text?: string;
	children?: ReactNode;
}

/** Shows what belongs here, and the first step. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
	return (
		<div className={styles.empty}>
			<h2 className={styles.title}>{title}</h2>
			{text && <p className={styles.text}>{text}</p>}
			{children && <div className={styles.actions}>{children}</div>}
		</div>
	);
}
