import styles from "../../components/FactMark.module.css";
import { useWords } from "../../i18n/useWords";
import type { EntityStatus, FactStatus } from "../../ipc/bindings";
import type { Label } from "../../ipc/label";
import { kindOf } from "./kinds";
import { markOfCard, statusWord } from "./status";

interface StatusMarkProps {
	label: Label;
	status: EntityStatus;
	/** Of a fact, its status in the ledger. */
	factStatus?: FactStatus | null;
	compact?: boolean;
}

/** The status of an entity of the map by colour, sign and word at once. */
export function StatusMark({ label, status, factStatus = null, compact = false }: StatusMarkProps) {
	const t = useWords();
	const { sign, tone } = markOfCard({ status, factStatus });
	return (
		<span className={styles.mark} data-tone={tone}>
			<span aria-hidden className={styles.sign}>
				{sign}
			</span>
			<span className={compact ? "visually-hidden" : undefined}>
				{t(statusWord(kindOf(label), status, factStatus))}
			</span>
		</span>
	);
}
