import { WordDiff } from "../../components/WordDiff";
import { isComparable, swapSides } from "../../components/wordRuns";
import { asSentence, useTranslateMessage } from "../../i18n/backendMessages";
import { useWords } from "../../i18n/useWords";
import type { FactDetail } from "../../ipc/bindings";
import { Claim } from "./Claim";
import styles from "./Conflict.module.css";
import { Evidence } from "./Evidence";
import { FurtherEvidence } from "./FurtherEvidence";

interface ConflictProps {
	item: FactDetail;
	rival: NonNullable<FactDetail["rival"]>;
}

/** Two facts that cannot both hold: side by side, each with its quote, and below what differs in words. */
export function Conflict({ item, rival }: ConflictProps) {
	const t = useWords();
	const say = useTranslateMessage();
	const held = t(rival.fact.status === "accepted" ? "review.accepted" : "review.before", { label: rival.fact.label });
	const only = ({ label }: { label: string }) => t("review.onlyIn", { label });
	return (
		<div className={styles.conflict}>
			<div className={styles.sides}>
				<section className={styles.side} aria-label={held}>
					<h3>{held}</h3>
					<Claim
						isRival
						fact={rival.fact}
						quote={rival.evidence?.quote ?? ""}
						missing={rival.missing}
						normal={item.rivalNormal}
					/>
					{rival.evidence ? (
						<Evidence evidence={rival.evidence} fact={rival.fact.id} />
					) : (
						<p>∅ {t("review.noQuote")}</p>
					)}
				</section>
				<section className={styles.side} aria-label={t("review.new", { label: item.fact.label })}>
					<h3>{t("review.new", { label: item.fact.label })}</h3>
					<Claim
						isRival
						fact={item.fact}
						quote={item.evidence?.quote ?? ""}
						missing={item.missing}
						normal={item.normal}
					/>
					{item.evidence ? <Evidence evidence={item.evidence} fact={item.fact.id} /> : <p>∅ {t("review.noQuote")}</p>}
				</section>
			</div>
			{isComparable(rival.diff) && (
				<section aria-label={t("review.differs")}>
					<h3>{t("review.differs")}</h3>
					<WordDiff diff={swapSides(rival.diff)} names={{ source: only(item.fact), quote: only(rival.fact) }} />
				</section>
			)}
			<FurtherEvidence item={item} />
			{item.reason && <p className={styles.reason}>{asSentence(say(item.reason))}</p>}
			{item.fact.status === "proposed" && <p>{t("review.leavesOther", { label: rival.fact.label })}</p>}
		</div>
	);
}
