import { useNavigation } from "../../app/navigation";
import { useCommand } from "../../commands/useCommand";
import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { Quote } from "../../components/Quote";
import { Section } from "../../components/Section";
import { WordDiff } from "../../components/WordDiff";
import { useWords } from "../../i18n/useWords";
import type { EvidenceView, FactDetail, FactRow, ResolveChoice } from "../../ipc/bindings";
import { resolveConflict } from "../facts/actions";
import styles from "./ConflictSection.module.css";

interface ConflictSectionProps {
	discovery: string;
	detail: FactDetail;
	rival: NonNullable<FactDetail["rival"]>;
}

/** Both quotes side by side, what differs between them, and the three ways to decide. */
export function ConflictSection({ discovery, detail, rival }: ConflictSectionProps) {
	const t = useWords();
	const { fact } = detail;
	const isOpen = fact.status === "conflict";
	const decide = (choice: ResolveChoice) => void resolveConflict(discovery, fact, choice);
	useCommand("review.keepOld", () => decide("keep_old"), isOpen, "everywhere");
	useCommand("review.takeNew", () => decide("take_new"), isOpen, "everywhere");
	useCommand("review.keepAsNote", () => decide("keep_as_note"), isOpen, "everywhere");

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
			<WordDiff diff={rival.diff} />
			{isOpen && (
				<div className={styles.choices}>
					<Button onClick={() => decide("keep_old")}>
						{t("inspector.keepOld")} <Keys written="1" />
					</Button>
					<Button onClick={() => decide("take_new")}>
						{t("inspector.takeNew")} <Keys written="2" />
					</Button>
					<Button onClick={() => decide("keep_as_note")}>
						{t("inspector.keepAsNote")} <Keys written="3" />
					</Button>
				</div>
			)}
		</Section>
	);
}

function Side({ title, fact, evidence }: { title: string; fact: FactRow; evidence: EvidenceView | null }) {
	const t = useWords();
	const showInSource = useNavigation((navigation) => navigation.showInSource);
	return (
		<div className={styles.side}>
			<h4 className={styles.title}>{title}</h4>
			<strong>{fact.value === "" ? fact.text : fact.value}</strong>
			{evidence ? <Quote evidence={evidence} /> : <p>∅ {t("inspector.noEvidence")}</p>}
			{evidence && (
				<button type="button" className={styles.link} onClick={() => showInSource(fact.id)}>
					{evidence.inputLabel} {evidence.inputTitle}
				</button>
			)}
		</div>
	);
}
