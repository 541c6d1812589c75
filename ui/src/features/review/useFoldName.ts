import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { InputSummary } from "../../ipc/bindings";
import type { FoldLine } from "./queue";
import { useReasonWords } from "./useReasonWords";

/** Returns the common property of the facts of a fold, in words. */
export function useFoldName(inputs: readonly InputSummary[]): (fold: FoldLine) => string {
	const t = useWords();
	const keyWords = usePackWords("label");
	const reasonWords = useReasonWords();
	return ({ by, sample }) => {
		switch (by) {
			case "recheck":
			case "suggestion":
			case "unlikely":
				return t(`inbox.fold.${by}`);
			case "input": {
				const title = inputs.find(({ id }) => id === sample?.inputId)?.title ?? "";
				return sample ? `${sample.inputLabel} ${title}` : t("inbox.fold.noInput");
			}
			case "speaker":
				return sample?.speaker ?? t("inbox.fold.noSpeaker");
			case "topic":
				return (
					(sample?.key === "note" ? sample.heading : sample && keyWords(sample.keyLabel)) ?? t("inbox.fold.noTopic")
				);
			default:
				return sample ? reasonWords(sample.reasons.slice(0, 1)) : t("inbox.fold.noReason");
		}
	};
}
