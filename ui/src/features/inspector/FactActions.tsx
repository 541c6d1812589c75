import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { useWords } from "../../i18n/useWords";
import type { FactRow } from "../../ipc/bindings";
import { MakeNext } from "../../shared/cards/MakeNext";
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
	// What cannot be done now keeps its place: a second press must not meet another button.
	const isDecidable = choices.includes("accept") || choices.includes("reject");
	return (
		<footer className={styles.actions}>
			{isDecidable && (
				<>
					<Button
						kind="primary"
						disabled={!choices.includes("accept")}
						onClick={() => void acceptFacts(discovery, [fact.id])}
					>
						{t("facts.accept")} <Keys written="A" />
					</Button>
					<Button disabled={!choices.includes("reject")} onClick={() => void rejectFacts(discovery, [fact.id])}>
						{t("facts.reject")} <Keys written="R" />
					</Button>
				</>
			)}
			{choices.includes("edit") && (
				<Button onClick={() => edit(fact)}>
					{t("inspector.edit")} <Keys written="E" />
				</Button>
			)}
			<MakeNext labels={[fact.label]} kind="quiet" />
		</footer>
	);
}
