import styles from "../../components/FactMark.module.css";
import { useWords } from "../../i18n/useWords";
import type { EntityStatus } from "../../ipc/bindings";
import type { Label } from "../../ipc/label";
import { kindOf } from "./kinds";
import { markOf, statusWord } from "./status";

interface StatusMarkProps {
	label: Label;
	status: EntityStatus;
	compact?: boolean;
}

/** The status of an entity of the map by colour, sign and word at once. */
export function StatusMark({ label, status, compact = false }: StatusMarkProps) {
	const t = useWords();
	const { sign, tone } = markOf(status);
	return (
		<span className={styles.mark} data-tone={tone}>
			<span aria-hidden className={styles.sign}>
				{sign}
			</span>
			<span className={compact ? "visually-hidden" : undefined}>{t(statusWord(kindOf(label), status))}</span>
		</span>
	);
}
