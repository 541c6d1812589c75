import { useStatement } from "../../components/statement";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { FactRow, Missing, MissingKind } from "../../ipc/bindings";
import { Propositions } from "../../shared/facts/Propositions";
import styles from "./Claim.module.css";

interface ClaimProps {
	fact: FactRow;
	missing?: readonly Missing[];
	/** The value in the unit that it is compared in, where that is another. */
	normal?: string | null;
}

/** Shows the content of a fact: key and value, statement, and the parts of these that its quote does not carry. */
export function Claim({ fact, missing = [], normal = null }: ClaimProps) {
	const t = useWords();
	const label = usePackWords("label");
	const statement = useStatement();
	const typed = fact.valueType !== "note";
	// The sentence of a typed fact is usually made of its key and value, which stand there already.
	const says = !typed || fact.text !== `${fact.keyLabel}: ${fact.value}`;
	return (
		<div className={styles.claim}>
			{typed && (
				<p className={styles.value}>
					{label(fact.keyLabel)}: <b>{fact.value}</b>
					{normal !== null && <span className={styles.normal}> = {normal}</span>}
					{fact.condition !== "" && <span className={styles.normal}> ({fact.condition})</span>}
				</p>
			)}
			{says && (
				<p className={styles.statement} dir="auto" data-selectable>
					{statement(fact)}
				</p>
			)}
			<Propositions fact={fact} />
			{missing.length > 0 && (
				<ul className={styles.missing}>
					{missing.map(({ kind, text }) => (
						<li key={`${kind} ${text}`}>! {t(saying(kind, text === fact.text), { text })}</li>
					))}
				</ul>
			)}
		</div>
	);
}

/** The sentence that tells of one difference; of all that a fact says, its quote may have the words and not the sense. */
function saying(kind: MissingKind, isAll: boolean) {
	if (isAll) return "review.missingAll";
	switch (kind) {
		case "negation":
			return "review.missingNegation";
		case "order":
			return "review.missingOrder";
		case "certainty":
			return "review.missingCertainty";
		default:
			return "review.missingOne";
	}
}
