import { useWords } from "../../i18n/useWords";
import type { Kind } from "../../ipc/bindings";

/** Shows what belongs into a column that shows nothing, or that its filter hides all of it. */
export function EmptyColumn({ kind, total }: { kind: Kind; total: number }) {
	const t = useWords();
	return <p>{total > 0 ? t("pipeline.noMatch") : t(`pipeline.empty.${kind}`)}</p>;
}
