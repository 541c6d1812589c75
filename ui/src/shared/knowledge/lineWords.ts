import { withItemNames } from "../../components/mentions/names";
import { usePackWords } from "../../i18n/packs";
import type { BlockWords } from "../../ipc/bindings";

type LineWords = Pick<BlockWords, "label" | "text">;

/** Returns a line of the state as it is shown: its label and a shipped question in the language of the window. */
export function useLineWords(): (line: LineWords) => LineWords {
	const label = usePackWords("label");
	const question = usePackWords("question");
	return (line) => ({
		label: line.label === null ? null : label(line.label),
		text: withItemNames(question(line.text)),
	});
}
