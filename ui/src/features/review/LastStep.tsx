import { runCommand } from "../../commands/bindings";
import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { useStatement } from "../../components/statement";
import { useTranslateMessage } from "../../i18n/backendMessages";
import { useWords } from "../../i18n/useWords";
import type { UndoState, WaitingRow } from "../../ipc/bindings";
import styles from "./LastStep.module.css";

interface LastStepProps {
	undo: UndoState;
	/** The last decision in the inbox, and the step that it became. */
	made: { facts: readonly WaitingRow[]; step: number | null } | undefined;
}

/** Shows the last step, as the host names it, with the words where it was decided here; and what takes it back. */
export function LastStep({ undo, made }: LastStepProps) {
	const t = useWords();
	const say = useTranslateMessage();
	const statement = useStatement();
	if (undo.undo === null) return null;
	const isOfHere = made !== undefined && made.step === undo.newest;
	const [fact, ...others] = isOfHere ? made.facts : [];
	return (
		<div className={styles.last}>
			<span role="status" className={styles.words}>
				{t("inbox.last", { step: say(undo.undo) })}
				{fact && others.length === 0 && `: ${statement(fact)}`}
			</span>
			<Button kind="quiet" onClick={() => runCommand("edit.undo")}>
				{t("app.undo")} <Keys written="U" />
			</Button>
		</div>
	);
}
