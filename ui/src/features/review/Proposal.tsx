import { Section } from "../../components/Section";
import { asSentence, useTranslateMessage } from "../../i18n/backendMessages";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { FactDetail } from "../../ipc/bindings";
import { FactItem } from "../../shared/items/FactItem";
import { Claim } from "./Claim";
import { Evidence } from "./Evidence";
import { FurtherEvidence } from "./FurtherEvidence";
import { NearestPassage } from "./NearestPassage";
import styles from "./Proposal.module.css";

/** A proposal, or a note that needs review: what is claimed, and the words that are to prove it. */
export function Proposal({ item }: { item: FactDetail }) {
	const t = useWords();
	const say = useTranslateMessage();
	const question = usePackWords("question");
	return (
		<div className={styles.proposal}>
			<Claim fact={item.fact} quote={item.evidence?.quote ?? ""} missing={item.missing} normal={item.normal} />
			{item.takesItem && (
				<p>
					{t("items.ofFact")}: <FactItem detail={item} />
				</p>
			)}
			{item.question !== null && <p className={styles.question}>{question(item.question)}</p>}
			{item.evidence ? (
				<Evidence evidence={item.evidence} fact={item.fact.id} />
			) : (
				<p className={styles.none}>∅ {t("review.noQuote")}</p>
			)}
			<FurtherEvidence item={item} />
			{item.hint && <NearestPassage hint={item.hint} />}
			{item.reason && (
				<Section title={t("inbox.whyWaits")}>
					<p className={styles.reason}>{asSentence(say(item.reason))}</p>
				</Section>
			)}
		</div>
	);
}
