import type { EvidenceView } from "../ipc/bindings";
import styles from "./Quote.module.css";

/** The exact words, with the line they stand in. */
export function Quote({ evidence }: { evidence: EvidenceView }) {
	return (
		<blockquote className={styles.quote} data-selectable>
			<span className={styles.context}>{evidence.before.slice(-80)}</span>
			<mark className={styles.words}>{evidence.quote}</mark>
			<span className={styles.context}>{evidence.after.slice(0, 80)}</span>
		</blockquote>
	);
}
