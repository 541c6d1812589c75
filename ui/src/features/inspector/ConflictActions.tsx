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
	// The shown fact follows the selection by a frame, and a key may be quicker: it is meant for what is selected.
	const useKey = (choice: Exclude<ConflictChoice, "settle">) => {
		const byKey = () => void (useSelection.getState().factId === fact.id && run[choice]());
		useCommand(`review.${choice}`, byKey, choices.includes(choice), "everywhere");
	};
	useKey("keepOld");
	useKey("takeNew");
	useKey("keepAsNote");
	useKey("askAgain");
	useKey("bothAsNotes");
	return (
		<footer className={styles.actions}>
			{choices.map((choice) => {
				const key = choice === "settle" ? undefined : keysOf(`review.${choice}`)[0];
				return (
					<Button key={choice} onClick={run[choice]}>
						{t(conflictWords(choice, fact))} {key && <Keys written={key} />}
					</Button>
				);
			})}
		</footer>
	);
}
