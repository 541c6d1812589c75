import { FactMark } from "../../components/FactMark";
import { withItemNames } from "../../components/mentions/names";
import { useWords } from "../../i18n/useWords";
import type { FactDetail } from "../../ipc/bindings";
import { statementWithCondition } from "../../shared/facts/statement";
import { isCardView, useNavigation } from "../../state/navigation";
import { AgainSection } from "./AgainSection";
import { ConflictActions } from "./ConflictActions";
import { ConflictSection } from "./ConflictSection";
import { EvidenceSection } from "./EvidenceSection";
import { useEditing } from "./editing";
import { EntityHistory } from "./entity/EntityHistory";
import { FactLinks } from "./entity/FactLinks";
import { FactActions } from "./FactActions";
import { FactEditForm } from "./FactEditForm";
import { FactFields } from "./FactFields";
import styles from "./FactInspector.module.css";
import { HintSection } from "./HintSection";
import { MissingSection } from "./MissingSection";
import { VersionsSection } from "./VersionsSection";
import { WhySection } from "./WhySection";

interface FactInspectorProps {
	discovery: string;
	detail: FactDetail;
}

/**
 * A fact from top to bottom: what it says, what proves it, what speaks against it, how it came to be. Beside a card that
 * says most of that and takes the decision, what the card has no room for.
 */
export function FactInspector({ discovery, detail }: FactInspectorProps) {
	const t = useWords();
	const { fact, rival, hint, missing } = detail;
	const editing = useEditing((state) => fact.id in state.drafts);
	const isOpenConflict = rival !== null && fact.status === "conflict";
	const isBesideCard = useNavigation(({ view }) => isCardView(view));
	return (
		<div className={styles.inspector}>
			<header className={styles.header}>
				<h2 className={styles.label}>{fact.label}</h2>
				<FactMark
					status={fact.status}
					needsReview={fact.needsReview}
					acceptedBy={fact.acceptedBy}
					hasEvidence={fact.quote !== null}
					sourceKind={fact.sourceKind}
				/>
				{fact.version > 1 && (
					<span className={styles.version}>{t("inspector.version", { version: fact.version })}</span>
				)}
			</header>
			<div className={styles.scroll}>
				{editing ? (
					<FactEditForm discovery={discovery} fact={fact} />
				) : (
					<>
						{!isBesideCard && (
							<p className={styles.statement} data-selectable>
								{withItemNames(statementWithCondition(fact))}
							</p>
						)}
						<FactFields discovery={discovery} detail={detail} />
						{detail.statement !== null && detail.statement !== fact.quote && (
							<p className={styles.sentence} dir="auto" data-selectable>
								{detail.statement}
							</p>
						)}
					</>
				)}
				{isBesideCard ? (
					<EvidenceSection detail={detail} isQuoted={false} />
				) : (
					<>
						{rival && <ConflictSection detail={detail} rival={rival} />}
						{missing.length > 0 && <MissingSection missing={missing} />}
						{!rival && <EvidenceSection detail={detail} />}
						{hint && <HintSection hint={hint} />}
						<AgainSection detail={detail} />
					</>
				)}
				<WhySection detail={detail} />
				<FactLinks discovery={discovery} label={fact.label} />
				<VersionsSection detail={detail} />
				<EntityHistory discovery={discovery} label={fact.label} />
			</div>
			{!editing && !isBesideCard && isOpenConflict && (
				<ConflictActions discovery={discovery} fact={fact} rival={rival} />
			)}
			{!editing && !isBesideCard && !isOpenConflict && <FactActions discovery={discovery} fact={fact} />}
		</div>
	);
}
