import { useWords } from "../i18n/useWords";
import styles from "./Waiting.module.css";

/** A quiet mark in place: unseen for the first 100 ms, so that what is quick does not flicker. */
export function Waiting() {
	const t = useWords();
	return (
		<p role="status" className={styles.waiting}>
			{t("app.loading")}
		</p>
	);
}
