import { useWords } from "../../i18n/useWords";
import type { FactDetail } from "../../ipc/bindings";
import { Claim } from "./Claim";
import { Evidence } from "./Evidence";
import { NearestPassage } from "./NearestPassage";
import styles from "./Proposal.module.css";

/** A proposal, or a note that needs review: what is claimed, and the words that are to prove it. */
export function Proposal({ item }: { item: FactDetail }) {
	const t = useWords();
	return (
		<div className={styles.proposal}>
			<Claim fact={item.fact} missing={item.missing} />
			{item.evidence ? <Evidence evidence={item.evidence} /> : <p className={styles.none}>∅ {t("review.noQuote")}</p>}
			{item.hint && <NearestPassage hint={item.hint} />}
			{item.reason && <p className={styles.reason}>{item.reason}</p>}
		</div>
	);
}
