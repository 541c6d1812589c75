import { FactMark } from "../../components/FactMark";
import { withItemNames } from "../../components/mentions/names";
import { percent } from "../../i18n/format";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { FactRow } from "../../ipc/bindings";
import { statementWithCondition } from "../../shared/facts/statement";
import type { Column, ColumnId } from "./columns";
import styles from "./FactsTable.module.css";

interface FactsRowProps {
	rowId: string | undefined;
	index: number;
	/** Undefined until the page it stands on has come. */
	row: FactRow | undefined;
	columns: readonly Column[];
	template: { gridTemplateColumns: string };
	selected: boolean;
	ticked: boolean;
}

/** One fact in a line. The table listens for the presses, so that a row costs no more than its cells. */
export function FactsRow({ rowId, index, row, columns, template, selected, ticked }: FactsRowProps) {
	const t = useWords();
	if (!row) return <div className={styles.row} role="row" aria-rowindex={index + 2} aria-busy />;
	const faded = row.status === "rejected" || row.status === "superseded";
	return (
		<div
			id={rowId}
			role="row"
			className={styles.row}
			style={template}
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
			{columns.map(({ id }) => (
				<span key={id} role="gridcell" className={styles.cell} data-column={id}>
					<Cell row={row} column={id} />
				</span>
			))}
		</div>
	);
}

function Cell({ row, column }: { row: FactRow; column: ColumnId }) {
	const t = useWords();
	const label = usePackWords("label");
	switch (column) {
		case "label":
			return row.label;
		case "status":
			return (
				<FactMark
					status={row.status}
					needsReview={row.needsReview}
					acceptedBy={row.acceptedBy}
					sourceKind={row.sourceKind}
				/>
			);
		case "key":
			// A statement has none, and its value is its text, which has a column of its own.
			return row.valueType === "note" ? null : label(row.keyLabel);
		case "value":
			return row.valueType === "note" ? null : row.value;
		case "text":
			return (
				<>
					{row.quote === null && (
						<>
							<span aria-hidden className={styles.muted}>
								∅{" "}
							</span>
							<span className="visually-hidden">{t("facts.noEvidence")}</span>
						</>
					)}
					{withItemNames(statementWithCondition(row))}
				</>
			);
		case "input":
			return row.inputLabel;
		case "confidence":
			return percent(row.confidence);
		default:
			return row[column];
	}
}
