import { useWords } from "../../i18n/useWords";
import type { ColumnSummary, Kind } from "../../ipc/bindings";

/** Shows what belongs into a column that shows nothing, or that its filter hides all of it, or that nothing is kept yet. */
export function EmptyColumn({ kind, state }: { kind: Kind; state: ColumnSummary | undefined }) {
	const t = useWords();
	if (!state || state.total === 0) return <p>{t(`pipeline.empty.${kind}`)}</p>;
	if (state.byRules > 0) return <p>{t("pipeline.onlyByRules")}</p>;
	return <p>{t(state.undecided > 0 ? "pipeline.noneKept" : "pipeline.noMatch")}</p>;
}
