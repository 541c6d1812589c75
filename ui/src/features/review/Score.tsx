import { useWords } from "../../i18n/useWords";
import styles from "./Score.module.css";

/** Shows the ranking score of a fact: a quiet bar, with the figure for those who ask. Nothing where it was never
 * judged. */
export function Score({ score }: { score: number }) {
	const t = useWords();
	if (score === 0) return null;
	const words = t("inbox.score", { score });
	return (
		<span className={styles.score} role="img" aria-label={words} title={words}>
			<span className={styles.reached} style={{ inlineSize: `${score}%` }} />
		</span>
	);
}
