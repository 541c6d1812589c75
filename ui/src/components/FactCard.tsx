import { percent } from "../i18n/format";
import { usePackWords } from "../i18n/packs";
import { useWords } from "../i18n/useWords";
import type { FactRow } from "../ipc/bindings";
import styles from "./FactCard.module.css";
import { FactMark } from "./FactMark";
import { useLocationLabel } from "./location";
import { withItemNames } from "./mentions/names";

interface FactCardProps {
	fact: FactRow;
	selected: boolean;
	hovered?: boolean;
	/** With the whole statement; else a typed fact shows its value only, a statement two lines. */
	open?: boolean;
	/** One card of a list is in the tab order; J and K walk the rest. */
	tabStop: boolean;
	onSelect: () => void;
	onPeek?: () => void;
	onHover?: (over: boolean) => void;
}

/** A fact in a few lines: its label and sign, its key and value, its statement. */
export function FactCard({
	fact,
	selected,
	hovered = false,
	open = false,
	tabStop,
	onSelect,
	onPeek,
	onHover,
}: FactCardProps) {
	const t = useWords();
	const label = usePackWords("label");
	// The text beside it shows under which heading it stands.
	const where = useLocationLabel()(fact.place && { ...fact.place, heading: null });
	const typed = fact.valueType !== "note";
	return (
		<button
			type="button"
			className={styles.card}
			data-fact-card={fact.id}
			data-hovered={hovered}
			data-open={open}
			aria-current={selected || undefined}
			tabIndex={tabStop ? 0 : -1}
			onClick={onSelect}
			onKeyDown={(event) => {
				if (event.key !== " " || !onPeek) return;
				event.preventDefault();
				onPeek();
			}}
			onPointerEnter={() => onHover?.(true)}
			onPointerLeave={() => onHover?.(false)}
		>
			<span className={styles.head}>
				<b>{fact.label}</b>
				<FactMark
					status={fact.status}
					needsReview={fact.needsReview}
					acceptedBy={fact.acceptedBy}
					hasEvidence={fact.quote !== null}
					sourceKind={fact.sourceKind}
				/>
				{where && <span className={styles.where}>{where}</span>}
				<span className={styles.confidence} title={t("source.confidence")}>
					{percent(fact.confidence)}
				</span>
			</span>
			{typed && (
				<span className={styles.value}>
					{label(fact.keyLabel)}: <b>{fact.value}</b>
				</span>
			)}
			{(open || !typed) && (
				<span className={styles.statement} dir="auto">
					{withItemNames(fact.text)}
				</span>
			)}
		</button>
	);
}
