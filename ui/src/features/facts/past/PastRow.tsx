import { FactMark } from "../../../components/FactMark";
import { withItemNames } from "../../../components/mentions/names";
import { usePackWords } from "../../../i18n/packs";
import { useWords } from "../../../i18n/useWords";
import type { FactThen } from "../../../ipc/bindings";
import { statementWithCondition } from "../../../shared/facts/statement";
import styles from "./PastLedger.module.css";

interface PastRowProps {
	row: FactThen;
	selected: boolean;
	onSelect: () => void;
}

/** One fact as it stood. It is read and not decided about: what is past cannot be. */
export function PastRow({ row: { fact, now, changed }, selected, onSelect }: PastRowProps) {
	const t = useWords();
	const label = usePackWords("label");
	return (
		<button
			type="button"
			className={styles.row}
			aria-current={selected}
			data-changed={changed}
			disabled={now === null}
			onClick={onSelect}
		>
			<span className={styles.label}>{fact.label}</span>
			<span className={styles.mark}>
				<FactMark
					status={fact.status}
					needsReview={fact.needsReview}
					acceptedBy={fact.acceptedBy}
					sourceKind={fact.sourceKind}
				/>
			</span>
			<span className={styles.key}>{label(fact.keyLabel)}</span>
			<span className={styles.text}>{withItemNames(statementWithCondition(fact))}</span>
			<span className={styles.now}>
				{changed && (now === null ? t("past.goneNow") : t("past.now", { status: t(`facts.status.${now}`) }))}
			</span>
		</button>
	);
}
