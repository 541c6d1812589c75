import { withItemNames } from "../../components/mentions/names";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { FactRow, Missing } from "../../ipc/bindings";
import { Propositions } from "../../shared/facts/Propositions";
import styles from "./Claim.module.css";
import { differenceWords, helpfulPropositions } from "./claims";

interface ClaimProps {
	fact: FactRow;
	quote: string;
	missing?: readonly Missing[];
	/** It is held against another fact. */
	isRival?: boolean;
	/** The value in the unit that it is compared in, where that is another. */
	normal?: string | null;
}

/** Shows the content of a fact: key and value, statement, and the parts of these that its quote does not carry. */
export function Claim({ fact, quote, missing = [], isRival = false, normal = null }: ClaimProps) {
	const t = useWords();
	const label = usePackWords("label");
	const typed = fact.valueType !== "note";
	// The sentence of a typed fact is usually made of its key and value, which stand there already.
	const whole = `${label(fact.keyLabel)}: ${fact.value}`;
	const says = !typed || fact.text !== whole;
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
					{withItemNames(fact.text)}
				</p>
			)}
			<Propositions propositions={helpfulPropositions(fact, isRival)} />
			{missing.length > 0 && (
				<ul className={styles.missing}>
					{missing.map((one) => (
						<li key={`${one.kind} ${one.text}`}>
							! {t(differenceWords(one, fact.text, quote, whole), { text: one.text })}
						</li>
					))}
				</ul>
			)}
		</div>
	);
}
