import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";

/** Returns how many facts wait in words, and about how many of them will be kept, where that can be told. */
export function useWaitingWords(): (count: number, expected: number | null) => string {
	const t = useWords();
	return (count, expected) => {
		const words = t("inbox.waiting", { count, shown: number(count) });
		if (expected === null) return words;
		return `${words}, ${expected === 0 ? t("inbox.expectedNone") : t("inbox.expected", { count: expected, shown: number(expected) })}`;
	};
}
