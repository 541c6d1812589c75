import { keyCaps } from "../commands/keys";
import styles from "./Keys.module.css";

/** A key combination, drawn as caps. */
export function Keys({ written }: { written: string }) {
	return (
		<kbd className={styles.keys}>
			{keyCaps(written).map((cap) => (
				<span key={cap} className={styles.cap}>
					{cap}
				</span>
			))}
		</kbd>
	);
}
