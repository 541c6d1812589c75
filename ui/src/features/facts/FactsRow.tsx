import { FactMark } from "../../components/FactMark";
import { withNames } from "../../components/mentions/names";
import { percent } from "../../i18n/format";
import { useHostWords } from "../../i18n/host";
import { useWords } from "../../i18n/useWords";
import type { FactRow } from "../../ipc/bindings";
import { said } from "../../shared/facts/said";
import styles from "./FactsTable.module.css";

interface FactsRowProps {
	rowId: string | undefined;
	index: number;
	/** Undefined until the page it stands on has come. */
	row: FactRow | undefined;
	selected: boolean;
	ticked: boolean;
}

/** One fact in a line. The table listens for the presses, so that a row costs no more than its cells. */
export function FactsRow({ rowId, index, row, selected, ticked }: FactsRowProps) {
	const t = useWords();
	const label = useHostWords("label");
	if (!row) return <div className={styles.row} role="row" aria-rowindex={index + 2} aria-busy />;
	const faded = row.status === "rejected" || row.status === "superseded";
	return (
		<div
			id={rowId}
			role="row"
			className={styles.row}
			aria-rowindex={index + 2}
			aria-selected={selected}
			data-row={index}
			data-ticked={ticked}
			data-faded={faded}
		>
			<span role="gridcell" className={styles.tick} data-tick>
				<input
					type="checkbox"
					className={styles.box}
					tabIndex={-1}
					checked={ticked}
					readOnly
					aria-label={t("facts.select", { label: row.label })}
				/>
			</span>
			<span role="gridcell" className={styles.cell}>
				{row.label}
			</span>
			<span role="gridcell" className={styles.cell}>
				<FactMark status={row.status} needsReview={row.needsReview} sourceKind={row.sourceKind} />
			</span>
			<span role="gridcell" className={`${styles.cell} ${styles.muted}`}>
				{label(row.keyLabel)}
			</span>
			<span role="gridcell" className={styles.cell}>
				{/* A statement's value is its text, which has a column of its own. */}
				{row.valueType !== "note" && row.value}
			</span>
			<span role="gridcell" className={styles.text}>
				{row.quote === null && (
					<>
						<span aria-hidden className={styles.muted}>
							∅{" "}
						</span>
						<span className="visually-hidden">{t("facts.noEvidence")}</span>
					</>
				)}
				{withNames(said(row))}
			</span>
			<span role="gridcell" className={`${styles.cell} ${styles.muted}`}>
				{row.inputLabel}
			</span>
			<span role="gridcell" className={`${styles.cell} ${styles.muted}`}>
				{percent(row.confidence)}
			</span>
		</div>
	);
}
