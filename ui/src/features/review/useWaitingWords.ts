import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";

/** Returns how many facts wait in words, as many of them as a filter leaves, and about how many of these will be kept,
 * where that can be told. */
export function useWaitingWords(): (count: number, matching: number | null, expected: number | null) => string {
	const t = useWords();
	return (count, matching, expected) => {
		const shown = number(count);
		const waiting = t("inbox.waiting", { count, shown });
		if (matching === 0) return `${waiting}, ${t("inbox.matchingNone")}`;
		const words =
			matching === null ? waiting : t("inbox.matching", { count: matching, matching: number(matching), shown });
		if (expected === null) return words;
		return `${words}, ${expected === 0 ? t("inbox.expectedNone") : t("inbox.expected", { count: expected, shown: number(expected) })}`;
	};
}
