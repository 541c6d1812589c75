import { useWords } from "../i18n/useWords";
import styles from "./LoadingMark.module.css";

/** A quiet mark in place: unseen for the first 100 ms, so that what is quick does not flicker. */
export function LoadingMark({ words }: { words?: string | undefined }) {
	const t = useWords();
	return (
		<p role="status" className={styles.waiting}>
			{words ?? t("app.loading")}
		</p>
	);
}
