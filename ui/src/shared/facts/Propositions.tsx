import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { PropositionView } from "../../ipc/bindings";
import styles from "./Propositions.module.css";

/** Lists propositions of a fact's words: "flood wall · cost · €1,200,000". */
export function Propositions({ propositions }: { propositions: readonly PropositionView[] }) {
	const t = useWords();
	const name = usePackWords("property");
	if (propositions.length === 0) return null;
	const row = ({ subject, property, value, tax, negated }: PropositionView) => {
		const parts = [subject, name(property), value, tax && t(`memory.tax.${tax}`)].filter(Boolean);
		const text = [...new Set(parts)].join(" · ");
		return negated ? t("facts.denied", { said: text }) : text;
	};
	return (
		<ul className={styles.propositions} aria-label={t("facts.propositions")}>
			{[...new Set(propositions.map(row))].map((text) => (
				<li key={text} dir="auto">
					{text}
				</li>
			))}
		</ul>
	);
}
