import type { WordKey } from "../../i18n/words";
import type { FactRow, Missing, PropositionView } from "../../ipc/bindings";

/** The propositions of a fact that help to decide: all where it is held against another, and else those with a value that
 * has a unit, a currency or a date. */
export function helpfulPropositions({ propositions, status }: FactRow, isRival: boolean): readonly PropositionView[] {
	return isRival || status === "conflict" ? propositions : propositions.filter(({ typed }) => typed);
}

/** The sentence that tells of one difference. Of all that a fact says, its `statement` or its key and value, the quote may
 * have the words and not the sense. */
export function differenceWords({ kind, text }: Missing, statement: string, quote: string, typed?: string): WordKey {
	if (text === statement || text === typed) return "review.missingAll";
	switch (kind) {
		case "negation": {
			const [isStated, isQuoted] = [hasWord(statement, text), hasWord(quote, text)];
			if (isStated === isQuoted) return "review.missingNegation";
			return isQuoted ? "review.quoteDenies" : "review.statementDenies";
		}
		case "order":
			return "review.missingOrder";
		case "certainty":
			return "review.missingCertainty";
		default:
			return "review.missingOne";
	}
}

function hasWord(text: string, word: string): boolean {
	return (
		text
			.toLowerCase()
			.match(/[\p{L}\p{N}'’]+/gu)
			?.includes(word.toLowerCase()) ?? false
	);
}
