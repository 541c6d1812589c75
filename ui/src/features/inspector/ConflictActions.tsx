import { useCommand } from "../../commands/useCommand";
import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { useWords } from "../../i18n/useWords";
import type { FactRow, ResolveChoice } from "../../ipc/bindings";
import { askModelAgain, resolveConflict } from "../../shared/facts/actions";
import { useNavigation } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import styles from "./ConflictActions.module.css";

interface ConflictActionsProps {
	discovery: string;
	fact: FactRow;
	/** Both may be kept, as notes. */
	mayKeepBoth: boolean;
}

/** The ways to decide between two facts, always in view. */
export function ConflictActions({ discovery, fact, mayKeepBoth }: ConflictActionsProps) {
	const t = useWords();
	const decide = (choice: ResolveChoice) => void resolveConflict(discovery, fact, choice);
	// The shown fact follows the selection by a frame, and a key may be quicker: it is meant for what is selected.
	const byKey = (run: () => void) => () => void (useSelection.getState().factId === fact.id && run());
	useCommand(
		"review.keepOld",
		byKey(() => decide("keep_old")),
		true,
		"everywhere",
	);
	useCommand(
		"review.takeNew",
		byKey(() => decide("take_new")),
		true,
		"everywhere",
	);
	useCommand(
		"review.keepAsNote",
		byKey(() => decide("keep_as_note")),
		mayKeepBoth,
		"everywhere",
	);
	useCommand(
		"review.askAgain",
		byKey(() => void askModelAgain(discovery, fact)),
		mayKeepBoth,
		"everywhere",
	);
	useCommand(
		"review.bothAsNotes",
		byKey(() => decide("both_as_notes")),
		mayKeepBoth,
		"everywhere",
	);
	return (
		<footer className={styles.actions}>
			<Button onClick={() => decide("keep_old")}>
				{t("inspector.keepOld")} <Keys written="1" />
			</Button>
			<Button onClick={() => decide("take_new")}>
				{t("inspector.takeNew")} <Keys written="2" />
			</Button>
			{mayKeepBoth && (
				<>
					<Button onClick={() => decide("keep_as_note")}>
						{t("inspector.keepAsNote")} <Keys written="3" />
					</Button>
					<Button onClick={() => void askModelAgain(discovery, fact)}>
						{t("inspector.askAgain")} <Keys written="4" />
					</Button>
					<Button onClick={() => decide("both_as_notes")}>
						{t("inspector.bothAsNotes")} <Keys written="5" />
					</Button>
					<Button onClick={() => useNavigation.getState().show("review")}>{t("inspector.settle")}</Button>
				</>
			)}
		</footer>
	);
}
