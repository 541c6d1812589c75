import { useWords } from "../i18n/useWords";
import type { FactStatus, SourceKind } from "../ipc/bindings";
import styles from "./FactMark.module.css";
import { type Tone, toneLabelKey, toneOf } from "./factTone";

interface FactMarkProps {
	status: FactStatus;
	needsReview: boolean;
	/** False for a fact that was typed or imported without a quote. */
	hasEvidence?: boolean;
	sourceKind?: SourceKind;
	/** Only the sign; the words stay for screen readers. */
	compact?: boolean;
	/** More about the status, on hovering. */
	title?: string | undefined;
}

const signs: Record<Tone, string> = {
	proposed: "○",
	accepted: "✓",
	rejected: "×",
	conflict: "≠",
	superseded: "⇢",
	review: "↻",
};

/** The status of a fact by colour, shape and word at once. */
export function FactMark({
	status,
	needsReview,
	hasEvidence = true,
	sourceKind,
	compact = false,
	title,
}: FactMarkProps) {
	const t = useWords();
	const tone = toneOf({ status, needsReview });
	return (
		<span className={styles.mark} data-tone={tone} title={title}>
			<span aria-hidden className={styles.sign}>
				{signs[tone]}
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
