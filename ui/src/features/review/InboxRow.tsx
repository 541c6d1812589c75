import { ChevronDown, ChevronRight } from "lucide-react";
import { FactMark } from "../../components/FactMark";
import { withItemNames } from "../../components/mentions/names";
import { number } from "../../i18n/format";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { InputSummary } from "../../ipc/bindings";
import { StatusMark } from "../../shared/cards/StatusMark";
import styles from "./InboxList.module.css";
import { useListing } from "./listing";
import { originOf } from "./origin";
import type { Line } from "./queue";
import { useFoldName } from "./useFoldName";
import { useReasonWords } from "./useReasonWords";

interface InboxRowProps {
	rowId: string;
	index: number;
	line: Line;
	inputs: readonly InputSummary[];
	selected: boolean;
	ticked: boolean;
}

/** One line of the inbox. The list listens for the presses. */
export function InboxRow({ rowId, index, line, inputs, selected, ticked }: InboxRowProps) {
	return (
		<div
			id={rowId}
			role="row"
			className={styles.row}
			aria-rowindex={index + 1}
			aria-selected={selected}
			aria-expanded={line.kind === "fold" ? line.open : undefined}
			data-row={index}
			data-kind={line.kind}
			data-ticked={ticked}
		>
			{line.kind === "fact" && <Fact line={line} inputs={inputs} ticked={ticked} />}
			{line.kind === "lead" && <Lead line={line} />}
			{line.kind === "fold" && <Fold line={line} inputs={inputs} />}
			{line.kind === "more" && <More count={line.count} />}
		</div>
	);
}

type Of<Kind> = Extract<Line, { kind: Kind }>;

function Fact({ line: { rows }, inputs, ticked }: { line: Of<"fact"> } & Pick<InboxRowProps, "inputs" | "ticked">) {
	const t = useWords();
	const isOfOneInput = useListing(({ inputId }) => inputId !== "") || inputs.length < 2;
	const reasonWords = useReasonWords();
	const label = usePackWords("label");
	const [row] = rows;
	const reason = row.mayContradict ? t("inbox.kind.doubt") : reasonWords(row.reasons.slice(0, 1));
	const details = [originOf(row, inputs, isOfOneInput), reason];
	return (
		<>
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
			<span role="gridcell" className={styles.words}>
				<FactMark
					status={row.status}
					needsReview={row.needsReview}
					hasEvidence={row.quoted}
					sourceKind={row.sourceKind}
					compact
				/>
				<span className={styles.text}>
					<span className={styles.statement} dir="auto">
						{rows.length > 1 && <b>{t("inbox.values", { count: rows.length, key: label(row.keyLabel) })} </b>}
						{withItemNames(row.text)}
					</span>
				</span>
				<span className={styles.beside}>{details.filter(Boolean).join(" · ")}</span>
			</span>
			<span role="gridcell" className={styles.score}>
				{row.label}
			</span>
		</>
	);
}

function Lead({ line: { lead } }: { line: Of<"lead"> }) {
	const t = useWords();
	return (
		<>
			<span role="gridcell" className={styles.tick} />
			<span role="gridcell" className={styles.words}>
				<span className={styles.text}>
					<span className={styles.statement} dir="auto">
						{lead.text}
					</span>
				</span>
				<span className={styles.beside}>
					{lead.label} {lead.status && <StatusMark label={lead.label} status={lead.status} />}
				</span>
			</span>
			<span role="gridcell" className={styles.score} data-turn title={t("inbox.open")}>
				<ChevronRight size={14} aria-hidden />
			</span>
		</>
	);
}

function Fold({ line, inputs }: { line: Of<"fold">; inputs: readonly InputSummary[] }) {
	const name = useFoldName(inputs)(line);
	const Sign = line.open ? ChevronDown : ChevronRight;
	return (
		<>
			<span role="gridcell" className={styles.tick} data-turn>
				<Sign size={14} aria-hidden />
			</span>
			<span role="gridcell" className={styles.words}>
				<span className={styles.text}>{name}</span>
			</span>
			<span role="gridcell" className={styles.score}>
				{number(line.count)}
			</span>
		</>
	);
}

function More({ count }: { count: number }) {
	const t = useWords();
	return (
		<span role="gridcell" className={styles.more}>
			{t("inbox.more", { count, shown: number(count) })}
		</span>
	);
}
