import { LinkButton } from "../../components/LinkButton";
import { withItemNames } from "../../components/mentions/names";
import { useWords } from "../../i18n/useWords";
import type { FactRow } from "../../ipc/bindings";
import { openEvidence } from "../../shared/facts/origin";
import styles from "./ItemsView.module.css";

/** Lists the accepted statements about an item, each with the way to its words. */
export function ItemStatements({ facts }: { facts: readonly FactRow[] }) {
	const t = useWords();
	return (
		<section className={styles.statements} aria-label={t("items.statements")}>
			<h3>{t("items.statements")}</h3>
			<ul>
				{facts.map((fact) => (
					<li key={fact.id} dir="auto">
						{withItemNames(fact.text)}{" "}
						<LinkButton onClick={() => void openEvidence(fact.id, "items")}>{fact.label}</LinkButton> {fact.inputLabel}
					</li>
				))}
			</ul>
		</section>
	);
}
