import { useEffect, useEffectEvent, useRef } from "react";
import { runCommand } from "../../commands/bindings";
import { useCommand } from "../../commands/useCommand";
import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { withItemNames } from "../../components/mentions/names";
import { useTranslateMessage } from "../../i18n/backendMessages";
import { useWords } from "../../i18n/useWords";
import type { UndoState, WaitingRow } from "../../ipc/bindings";
import { showToast } from "../../state/toasts";
import styles from "./LastStep.module.css";
import { isOfInbox } from "./listing";

interface LastStepProps {
	undo: UndoState;
	/** The last decision in the inbox, and the step that it became. */
	made: { facts: readonly WaitingRow[]; step: number | null } | undefined;
	/** A decision is on its way: the step that the host names is one from before it. */
	isDeciding: boolean;
}

/** Shows the last step, as the host names it, with the words where it was decided here; and what takes it back. */
export function LastStep({ undo, made, isDeciding }: LastStepProps) {
	const t = useWords();
	const say = useTranslateMessage();
	const isOfHere = () => isOfInbox(undo.newest);
	// A step that was made elsewhere is out of sight here.
	const takeBack = () => {
		if (isOfHere()) runCommand("edit.undo");
		else if (undo.undo) showToast({ title: t("inbox.notHere", { step: say(undo.undo) }) });
	};
	// A key that is quicker than the host takes back the decision that is on its way, once it is made.
	const isWanted = useRef(false);
	useCommand("review.undo", () => {
		if (isDeciding) isWanted.current = true;
		else takeBack();
	});
	const onDecided = useEffectEvent(() => {
		if (isWanted.current) takeBack();
		isWanted.current = false;
	});
	useEffect(() => {
		if (!isDeciding) onDecided();
	}, [isDeciding]);
	if (isDeciding) {
		return (
			<div className={styles.last}>
				<span role="status" className={styles.words}>
					{t("inbox.saving")}
				</span>
			</div>
		);
	}
	if (undo.undo === null) return null;
	const [fact, ...others] = made !== undefined && made.step === undo.newest ? made.facts : [];
	return (
		<div className={styles.last}>
			<span role="status" className={styles.words}>
				{t("inbox.last", { step: say(undo.undo) })}
				{fact && others.length === 0 && `: ${withItemNames(fact.text)}`}
			</span>
			<Button kind="quiet" onClick={() => runCommand("edit.undo")}>
				{t("app.undo")} {isOfHere() && <Keys written="U" />}
			</Button>
		</div>
	);
}
