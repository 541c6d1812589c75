import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { useWords } from "../../i18n/useWords";
import type { FactRow } from "../../ipc/bindings";
import { openNewCard } from "../../shared/cards/newCard";
import { acceptFacts, rejectFacts } from "../../shared/facts/actions";
import { choicesFor } from "../../shared/facts/choices";
import { useEditing } from "./editing";
import styles from "./FactActions.module.css";

interface FactActionsProps {
	discovery: string;
	fact: FactRow;
}

export function FactActions({ discovery, fact }: FactActionsProps) {
	const t = useWords();
	const edit = useEditing((editing) => editing.edit);
	const choices = choicesFor(fact);
	return (
		<footer className={styles.actions}>
			{choices.includes("accept") && (
				<Button kind="primary" onClick={() => void acceptFacts(discovery, [fact.id])}>
					{t("facts.accept")} <Keys written="A" />
				</Button>
			)}
			{choices.includes("reject") && (
				<Button onClick={() => void rejectFacts(discovery, [fact.id])}>
					{t("facts.reject")} <Keys written="R" />
				</Button>
			)}
			{choices.includes("edit") && (
				<Button onClick={() => edit(fact)}>
					{t("inspector.edit")} <Keys written="E" />
				</Button>
			)}
			<Button kind="quiet" onClick={() => openNewCard("insight", [fact.label])}>
				{t("command.make.insight")} <Keys written="I" />
			</Button>
		</footer>
	);
}
