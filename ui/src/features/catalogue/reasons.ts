import { hundredths } from "../../i18n/format";
import { words } from "../../i18n/useWords";
import type { SuggestionReason } from "../../ipc/bindings";

/** Returns the reason that a line may mean an item, or the objection to it, in words. */
export function reasonWords(reason: SuggestionReason): string {
	switch (reason.kind) {
		case "name":
			return words("memory.reason.name");
		case "synonym":
			return words("memory.reason.synonym", { text: reason.text, language: reason.language });
		case "wordOrder":
			return words("memory.reason.wordOrder");
		case "unit":
			return words("memory.reason.unit", { unit: reason.unit });
		case "lineSaysMore":
			return words("memory.reason.lineSaysMore", { words: reason.words });
		case "nameSaysMore":
			return words("memory.reason.nameSaysMore", { words: reason.words });
		default:
			return words(`memory.reason.${reason.kind}`, { line: reason.line, name: reason.name });
	}
}

/** A score in thousandths, as a share. */
export const formatScore = (score: number): string => hundredths(score / 1000);
