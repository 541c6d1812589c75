import { LinkButton } from "../../components/LinkButton";
import { Quote } from "../../components/Quote";
import { Section } from "../../components/Section";
import { WordDiff } from "../../components/WordDiff";
import { isComparable, swapSides } from "../../components/wordRuns";
import { useWords } from "../../i18n/useWords";
import type { EvidenceView, FactDetail, FactRow } from "../../ipc/bindings";
import { areVersions } from "../../shared/facts/choices";
import { showEvidence, useOriginName } from "../../shared/facts/origin";
import styles from "./ConflictSection.module.css";

interface ConflictSectionProps {
	detail: FactDetail;
	rival: NonNullable<FactDetail["rival"]>;
}

/** Both quotes side by side, each under what became of its fact, and what differs between them. */
export function ConflictSection({ detail, rival }: ConflictSectionProps) {
	const t = useWords();
	const { fact } = detail;
	const isOpen = fact.status === "conflict";
	const contradicts = isOpen && rival.fact.status === "accepted";
	const standing = ({ status, label }: FactRow) => `${t(`facts.status.${status}`)}: ${label}`;
	const only = ({ label }: FactRow) => t("review.onlyIn", { label });
	const disagree = areVersions(fact, rival) ? "inspector.conflictOfVersions" : "inspector.conflict";
	return (
		<Section title={`≠ ${t(contradicts ? disagree : "inspector.conflictWas")}`} tone="conflict">
			<div className={styles.sides}>
				<Side title={standing(rival.fact)} fact={rival.fact} evidence={rival.evidence} />
				<Side
					title={isOpen ? t("inspector.conflictNew", { label: fact.label }) : standing(fact)}
					fact={fact}
					evidence={detail.evidence}
				/>
			</div>
			{isComparable(rival.diff) && (
				<WordDiff diff={swapSides(rival.diff)} names={{ source: only(fact), quote: only(rival.fact) }} />
			)}
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
			{evidence && <LinkButton onClick={() => void showEvidence(fact.id, evidence)}>{originName(evidence)}</LinkButton>}
		</div>
	);
}
