import { LinkButton } from "../../components/LinkButton";
import { Quote } from "../../components/Quote";
import { Section } from "../../components/Section";
import { WordDiff } from "../../components/WordDiff";
import { useWords } from "../../i18n/useWords";
import type { EvidenceView, FactDetail, FactRow } from "../../ipc/bindings";
import { showWords, useOriginName } from "../facts/origin";
import styles from "./ConflictSection.module.css";

interface ConflictSectionProps {
	detail: FactDetail;
	rival: NonNullable<FactDetail["rival"]>;
}

/** Both quotes side by side, and what differs between them. */
export function ConflictSection({ detail, rival }: ConflictSectionProps) {
	const t = useWords();
	const { fact } = detail;
	return (
		<Section title={`≠ ${t("inspector.conflict")}`} tone="conflict">
			<div className={styles.sides}>
				<Side
					title={t("inspector.conflictOld", { label: rival.fact.label })}
					fact={rival.fact}
					evidence={rival.evidence}
				/>
				<Side title={t("inspector.conflictNew", { label: fact.label })} fact={fact} evidence={detail.evidence} />
			</div>
			<WordDiff diff={rival.diff} names={{ source: t("review.onlyOld"), quote: t("review.onlyNew") }} />
		</Section>
	);
}

function Side({ title, fact, evidence }: { title: string; fact: FactRow; evidence: EvidenceView | null }) {
	const t = useWords();
	const originName = useOriginName();
	return (
		<div className={styles.side}>
			<h4 className={styles.title}>{title}</h4>
			<strong>{fact.value === "" ? fact.text : fact.value}</strong>
			{evidence ? <Quote evidence={evidence} /> : <p>∅ {t("inspector.noEvidence")}</p>}
			{evidence && <LinkButton onClick={() => void showWords(fact.id, evidence)}>{originName(evidence)}</LinkButton>}
		</div>
	);
}
