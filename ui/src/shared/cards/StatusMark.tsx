import styles from "../../components/FactMark.module.css";
import { useWords } from "../../i18n/useWords";
import type { AcceptedBy, EntityStatus, FactStatus } from "../../ipc/bindings";
import type { Label } from "../../ipc/label";
import { kindOf } from "./kinds";
import { markOfCard, statusWord } from "./status";

interface StatusMarkProps {
	label: Label;
	status: EntityStatus;
	/** Of a fact, its status in the ledger. */
	factStatus?: FactStatus | null;
	acceptedBy?: AcceptedBy | null;
	compact?: boolean;
}

/** The status of an entity of the map by colour, sign and word at once. */
export function StatusMark({ label, status, factStatus = null, acceptedBy = null, compact = false }: StatusMarkProps) {
	const t = useWords();
	const { sign, tone } = markOfCard({ status, factStatus, acceptedBy });
	return (
		<span className={styles.mark} data-tone={tone} title={tone === "rules" ? t("inspector.byRules") : undefined}>
			<span aria-hidden className={styles.sign}>
				{sign}
			</span>
			<span className={compact ? "visually-hidden" : undefined}>
				{t(statusWord(kindOf(label), status, factStatus, acceptedBy))}
			</span>
		</span>
	);
}
