import { keysOf, runCommand } from "../../commands/bindings";
import type { CommandId } from "../../commands/catalog";
import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { useWords } from "../../i18n/useWords";
import type { WordKey } from "../../i18n/words";
import type { FactDetail, FactRow } from "../../ipc/bindings";
import { areVersions, choicesFor, type FactChoice } from "../../shared/facts/choices";
import styles from "./DecisionBar.module.css";

interface DecisionBarProps {
	fact: Pick<FactRow, "status" | "label">;
	rival: FactDetail["rival"];
	/** Its values are being decided together. */
	settles: boolean;
}

const COMMANDS: Record<FactChoice, readonly [CommandId, WordKey][]> = {
	accept: [["fact.accept", "facts.accept"]],
	reject: [["fact.reject", "facts.reject"]],
	edit: [["fact.edit", "inspector.edit"]],
	decide: [
		["review.keepOld", "inspector.keepOld"],
		["review.takeNew", "inspector.takeNew"],
		["review.keepAsNote", "inspector.keepAsNote"],
		["review.askAgain", "inspector.askAgain"],
		["review.bothAsNotes", "inspector.bothAsNotes"],
		["review.settle", "inspector.settle"],
	],
};

/** It was accepted once, and something that it rests on has changed. */
const OF_RECHECK: readonly [CommandId, WordKey][] = [
	["fact.accept", "inbox.stillHolds"],
	["fact.reject", "facts.reject"],
	["fact.edit", "inspector.edit"],
];
const OF_VERSIONS: readonly CommandId[] = ["review.keepOld", "review.takeNew"];
/** While all values are decided together, only what leaves them undecided. */
const OF_SEVERAL: readonly CommandId[] = ["review.askAgain"];

/** The decisions on single keys, always in the same place. */
export function DecisionBar({ fact, rival, settles }: DecisionBarProps) {
	const t = useWords();
	const all = fact.status === "accepted" ? OF_RECHECK : choicesFor(fact).flatMap((one) => COMMANDS[one]);
	const only = areVersions(fact, rival) ? OF_VERSIONS : settles ? OF_SEVERAL : null;
	const decisions = only === null ? all : all.filter(([command]) => only.includes(command));
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
