import { useWords } from "../i18n/useWords";
import type { FactStatus, SourceKind } from "../ipc/bindings";
import styles from "./FactMark.module.css";

interface FactMarkProps {
	status: FactStatus;
	needsReview: boolean;
	/** False for a fact that was typed or imported without a quote. */
	hasEvidence?: boolean;
	sourceKind?: SourceKind;
	/** Only the sign; the words stay for screen readers. */
	compact?: boolean;
}

const signs: Record<FactStatus, string> = {
	proposed: "○",
	accepted: "✓",
	rejected: "×",
	conflict: "≠",
	superseded: "⇢",
};

/** The status of a fact by colour, shape and word at once. */
export function FactMark({ status, needsReview, hasEvidence = true, sourceKind, compact = false }: FactMarkProps) {
	const t = useWords();
	const review = needsReview && status === "accepted";
	const name = review ? t("facts.needsReview") : t(`facts.status.${status}`);
	const sign = review ? "↻" : signs[status];
	return (
		<span className={styles.mark} data-tone={review ? "review" : status}>
			<span aria-hidden className={styles.sign}>
				{sign}
				{!hasEvidence && "∅"}
				{sourceKind === "agent" && "✦"}
			</span>
			<span className={compact ? "visually-hidden" : undefined}>
				{name}
				{!hasEvidence && `, ${t("facts.noEvidence")}`}
			</span>
		</span>
	);
}
