import { useQuery } from "@tanstack/react-query";
import { Button } from "../../components/Button";
import { number } from "../../i18n/format";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import { keyProposalsQuery } from "../../ipc/queries";
import { keepAsKey } from "../../shared/facts/actions";
import styles from "./KeyProposals.module.css";

/** Offers a new key for what several Inputs say of one thing, by one press. */
export function KeyProposals({ discovery }: { discovery: string }) {
	const t = useWords();
	const name = usePackWords("property");
	const found = useQuery(keyProposalsQuery(discovery)).data ?? [];
	if (found.length === 0) return null;
	return (
		<section className={styles.proposals} aria-label={t("facts.keyProposals")}>
			<h3>{t("facts.keyProposals")}</h3>
			<ul>
				{found.map(({ fact, subject, property, values, inputs }) => {
					const proposalName = `${subject} · ${name(property)}`;
					return (
						<li key={fact}>
							<span dir="auto">
								<strong>{proposalName}</strong> {values.map(({ reading }) => reading).join(", ")}{" "}
								<small>{t("facts.keyInputs", { count: inputs, shown: number(inputs) })}</small>
							</span>
							<Button
								aria-label={t("facts.keepName", { name: proposalName })}
								onClick={() => void keepAsKey(discovery, fact, `${subject}: ${name(property)}`)}
							>
								{t("facts.keepAsKey")}
							</Button>
						</li>
					);
				})}
			</ul>
		</section>
	);
}
