import { keysOf } from "../../commands/bindings";
import { useCommand } from "../../commands/useCommand";
import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { useWords } from "../../i18n/useWords";
import type { FactDetail, FactRow, ResolveChoice } from "../../ipc/bindings";
import { askModelAgain, resolveConflict } from "../../shared/facts/actions";
import { type ConflictChoice, conflictChoices, conflictWords } from "../../shared/facts/choices";
import { useNavigation } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import styles from "./ConflictActions.module.css";

interface ConflictActionsProps {
	discovery: string;
	fact: FactRow;
	rival: FactDetail["rival"];
}

/** The ways to decide between two facts, always in view. */
export function ConflictActions({ discovery, fact, rival }: ConflictActionsProps) {
	const t = useWords();
	const choices = conflictChoices(fact, rival);
	const resolve = (choice: ResolveChoice) => () => void resolveConflict(discovery, fact, choice);
	const run: Record<ConflictChoice, () => void> = {
		keepOld: resolve("keep_old"),
		takeNew: resolve("take_new"),
		keepAsNote: resolve("keep_as_note"),
		askAgain: () => void askModelAgain(discovery, fact),
		bothAsNotes: resolve("both_as_notes"),
		settle: () => useNavigation.getState().show("review"),
	};
	return (
		<footer className={styles.actions}>
			{choices.map((choice) =>
				choice === "settle" ? (
					<Button key={choice} onClick={run[choice]}>
						{t(conflictWords(choice, fact))}
					</Button>
				) : (
					<ConflictAction key={choice} choice={choice} fact={fact} run={run[choice]} />
				),
			)}
		</footer>
	);
}

interface ConflictActionProps {
	choice: Exclude<ConflictChoice, "settle">;
	fact: FactRow;
	run: () => void;
}

function ConflictAction({ choice, fact, run }: ConflictActionProps) {
	const t = useWords();
	const key = keysOf(`review.${choice}`)[0];
	// The shown fact follows the selection by a frame, and a key may be quicker: it is meant for what is selected.
	const runByKey = () => void (useSelection.getState().factId === fact.id && run());
	useCommand(`review.${choice}`, runByKey, true, "everywhere");
	return (
		<Button onClick={run}>
			{t(conflictWords(choice, fact))} {key && <Keys written={key} />}
		</Button>
	);
}
