import { runCommand } from "../../commands/bindings";
import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { withItemNames } from "../../components/mentions/names";
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
	if (undo.undo === null) return null;
	const isOfHere = made !== undefined && made.step === undo.newest;
	return (
		<div className={styles.last}>
			<span role="status" className={styles.words}>
				{t("inbox.last", { step: say(undo.undo) })}
				{isOfHere && made.facts.length === 1 && `: ${withItemNames(made.facts[0]?.text ?? "")}`}
			</span>
			<Button kind="quiet" onClick={() => runCommand("edit.undo")}>
				{t("app.undo")} <Keys written="U" />
			</Button>
		</div>
	);
}
