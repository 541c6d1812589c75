import styles from "../../components/FactMark.module.css";
import { useWords } from "../../i18n/useWords";
import type { EntityStatus } from "../../ipc/bindings";
import { markOf } from "./status";

/** The status of an entity of the pipeline by colour, sign and word at once. */
export function StatusMark({ status, compact = false }: { status: EntityStatus; compact?: boolean }) {
	const t = useWords();
	const { sign, tone } = markOf(status);
	return (
		<span className={styles.mark} data-tone={tone}>
			<span aria-hidden className={styles.sign}>
				{sign}
			</span>
			<span className={compact ? "visually-hidden" : undefined}>{t(`pipeline.status.${status}`)}</span>
		</span>
	);
}
