import { FactMark } from "../../components/FactMark";
import { withItemNames } from "../../components/mentions/names";
import type { QuestionFact } from "../../ipc/bindings";
import styles from "./FactLink.module.css";

interface FactLinkProps {
	fact: QuestionFact;
	/** True where its acceptance does not matter. */
	unmarked?: boolean;
	onSelect: () => void;
}

/** A fact in a line; pressing it shows its words in the inspector. */
export function FactLink({ fact, unmarked = false, onSelect }: FactLinkProps) {
	return (
		<button type="button" className={styles.link} data-fact={fact.id} onClick={onSelect}>
			{!unmarked && <FactMark status={fact.status} needsReview={false} compact />}
			<b>{fact.label}</b>
			<span dir="auto">{withItemNames(fact.text)}</span>
		</button>
	);
}
