import { useWords } from "../i18n/useWords";
import type { AcceptedBy, FactStatus, SourceKind } from "../ipc/bindings";
import styles from "./FactMark.module.css";
import { toneLabelKey, toneOf, toneSigns } from "./factTone";

interface FactMarkProps {
	status: FactStatus;
	needsReview: boolean;
	/** Left out of what waits, which nobody accepted. */
	acceptedBy?: AcceptedBy | null;
	/** False for a fact that was typed or imported without a quote. */
	hasEvidence?: boolean;
	sourceKind?: SourceKind;
	/** Only the sign; the words stay for screen readers. */
	compact?: boolean;
}

/** The status of a fact by colour, shape and word at once. */
export function FactMark({
	status,
	needsReview,
	acceptedBy = null,
	hasEvidence = true,
	sourceKind,
	compact = false,
}: FactMarkProps) {
	const t = useWords();
	const tone = toneOf({ status, needsReview, acceptedBy });
	return (
		<span className={styles.mark} data-tone={tone} title={tone === "rules" ? t("inspector.byRules") : undefined}>
			<span aria-hidden className={styles.sign}>
				{toneSigns[tone]}
				{!hasEvidence && "∅"}
				{sourceKind === "agent" && "✦"}
			</span>
			<span className={compact ? "visually-hidden" : undefined}>
				{t(toneLabelKey(tone))}
				{!hasEvidence && `, ${t("facts.noEvidence")}`}
			</span>
		</span>
	);
}
