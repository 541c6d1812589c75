import { keysOf, runCommand } from "../../commands/bindings";
import type { CommandId } from "../../commands/catalog";
import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { useWords } from "../../i18n/useWords";
import type { WordKey } from "../../i18n/words";
import type { FactDetail, FactRow } from "../../ipc/bindings";
import {
	type ConflictChoice,
	choicesFor,
	conflictChoices,
	conflictWords,
	type FactChoice,
} from "../../shared/facts/choices";
import styles from "./DecisionBar.module.css";

interface DecisionBarProps {
	fact: Pick<FactRow, "status" | "label" | "key">;
	rival: FactDetail["rival"];
	/** Its values are being decided together. */
	settles: boolean;
}

type NamedCommand = readonly [CommandId, WordKey];

const COMMANDS: Record<Exclude<FactChoice, "decide">, NamedCommand> = {
	accept: ["fact.accept", "facts.accept"],
	reject: ["fact.reject", "facts.reject"],
	edit: ["fact.edit", "inspector.edit"],
};

/** It was accepted once, and something that it rests on has changed. */
const OF_RECHECK: readonly NamedCommand[] = [
	["fact.accept", "inbox.stillHolds"],
	["fact.reject", "facts.reject"],
	["fact.edit", "inspector.edit"],
];
/** While all values are decided together, only what leaves them undecided. */
const OF_SEVERAL: readonly ConflictChoice[] = ["askAgain"];

/** The decisions on single keys, always in the same place. */
export function DecisionBar({ fact, rival, settles }: DecisionBarProps) {
	const t = useWords();
	const ofConflict = (): NamedCommand[] => {
		const choices = settles ? OF_SEVERAL : conflictChoices(fact, rival);
		return choices.map((choice) => [`review.${choice}`, conflictWords(choice, fact)]);
	};
	const decisions: readonly NamedCommand[] =
		fact.status === "accepted"
			? OF_RECHECK
			: choicesFor(fact).flatMap((choice) => (choice === "decide" ? ofConflict() : [COMMANDS[choice]]));
	return (
		<footer className={styles.bar}>
			{decisions.map(([command, words]) => (
				<Decision key={command} command={command} words={t(words)} />
			))}
		</footer>
	);
}

function Decision({ command, words }: { command: CommandId; words: string }) {
	const key = keysOf(command)[0];
	return (
		<Button kind={command === "fact.accept" ? "primary" : "plain"} onClick={() => runCommand(command)}>
			{words} {key && <Keys written={key} />}
		</Button>
	);
}
