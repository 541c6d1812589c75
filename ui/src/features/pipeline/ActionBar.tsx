import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import { markReviewed, setCardState } from "../../shared/cards/actions";
import { clearCardSelection } from "../../shared/cards/cardSelection";
import { kindOf } from "../../shared/cards/kinds";
import { MakeNext } from "../../shared/cards/MakeNext";
import { usePipeline } from "../../shared/cards/state";
import styles from "./ActionBar.module.css";
import type { Board } from "./grid/board";
import { archiveSelected, canDerive, derive, removeSelected } from "./useEntityCommands";

/** Shows the actions for several selected cards at once; nothing while there are not several. */
export function ActionBar({ discovery, board }: { discovery: string; board: Board }) {
	const t = useWords();
	const selected = usePipeline((now) => now.picked.selected);
	if (selected.size < 2) return null;
	const labels = [...selected];
	const mayDerive = new Set(labels.map(kindOf)).size === 1 && labels.every((label) => canDerive(kindOf(label)));
	return (
		<div className={styles.bar} role="toolbar" aria-label={t("pipeline.selectedActions")}>
			<span role="status" className={styles.count}>
				{t("facts.selected", { count: number(selected.size) })}
			</span>
			<Button onClick={() => void setCardState(discovery, labels, "validated")}>{t("pipeline.validate")}</Button>
			<Button onClick={() => void markReviewed(discovery, labels)}>{t("pipeline.review")}</Button>
			<MakeNext labels={labels} />
			{mayDerive && (
				<Button onClick={derive}>
					{t("pipeline.derive")} <Keys written="D" />
				</Button>
			)}
			<Button onClick={() => void archiveSelected(discovery, board)}>{t("pipeline.archive")}</Button>
			<Button onClick={() => void removeSelected(discovery)}>{t("pipeline.delete")}</Button>
			<Button kind="quiet" onClick={clearCardSelection}>
				{t("facts.clearSelection")}
			</Button>
		</div>
	);
}
