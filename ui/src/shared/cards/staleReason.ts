import { useWords } from "../../i18n/useWords";
import type { Because } from "../../ipc/bindings";

const causesWithText = new Set([
	"edited",
	"accepted",
	"superseded",
	"rejected",
	"restored",
	"reviewed",
	"archived",
	"deleted",
	"merged",
	"said_otherwise",
]);

/** Says what happened to what a card rests on. */
export function useStaleReason(): (because: Pick<Because, "from" | "what">) => string {
	const t = useWords();
	return ({ from, what }) =>
		t(`pipeline.because.${causesWithText.has(what) ? what : "edited"}` as "pipeline.because.edited", {
			from: from ?? t("pipeline.somethingAbove"),
		});
}
