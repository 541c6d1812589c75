import { runCommand } from "../../commands/bindings";
import { Button } from "../../components/Button";
import { useWords } from "../../i18n/useWords";
import type { FactRow } from "../../ipc/bindings";
import { openNewCard } from "../../shared/cards/newCard";
import { choicesFor, type FactChoice } from "../../shared/facts/choices";
import { useNavigation } from "../../state/navigation";
import styles from "./FactActions.module.css";

const WORDS = {
	accept: "facts.accept",
	reject: "facts.reject",
	edit: "inspector.edit",
	decide: "source.decide",
} as const;

/** Shows the pointer's actions for the selected fact, as the keys have them. */
export function FactActions({ fact }: { fact: FactRow }) {
	const t = useWords();
	const choices = choicesFor(fact);
	return (
		<div className={styles.actions}>
			{choices.map((choice) => (
				<Button key={choice} kind="quiet" onClick={() => press(choice)}>
					{t(WORDS[choice])}
				</Button>
			))}
			<Button kind="quiet" onClick={() => openNewCard("insight", [fact.label])}>
				{t("command.make.insight")}
			</Button>
		</div>
	);
}

function press(choice: FactChoice): void {
	if (choice === "decide") useNavigation.getState().show("review");
	else runCommand(`fact.${choice}`);
}
