import { keyCaps } from "../commands/keys";
import { useWords } from "../i18n/useWords";
import styles from "./Keys.module.css";

/** A key combination, drawn as caps. */
export function Keys({ written }: { written: string }) {
	const t = useWords();
	return (
		<kbd className={styles.keys}>
			{keyCaps(written, t).map((cap) => (
				<span key={cap} className={styles.cap}>
					{cap}
				</span>
			))}
		</kbd>
	);
}
