import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FactMark } from "../../components/FactMark";
import { withItemNames } from "../../components/mentions/names";
import type { QuestionFact } from "../../ipc/bindings";
import { factQuery } from "../../ipc/queries";
import styles from "./FactLink.module.css";

interface FactLinkProps {
	fact: QuestionFact;
	/** True where its acceptance does not matter. */
	unmarked?: boolean;
	onSelect: () => void;
}

/** A fact in a line; pressing it shows its words in the inspector. */
export function FactLink({ fact, unmarked = false, onSelect }: FactLinkProps) {
	// The words of a question's fact are those that are stored; in another language the fact has its value in that.
	const isStored = useTranslation().i18n.language === "en";
	const { data } = useQuery({ ...factQuery(fact.id), enabled: !isStored });
	return (
		<button type="button" className={styles.link} data-fact={fact.id} onClick={onSelect}>
			{!unmarked && <FactMark status={fact.status} needsReview={false} compact />}
			<b>{fact.label}</b>
			<span dir="auto">{withItemNames((data?.fact ?? fact).text)}</span>
		</button>
	);
}
