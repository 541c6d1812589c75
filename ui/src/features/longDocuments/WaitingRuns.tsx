import { useQuery } from "@tanstack/react-query";
import { CirclePause } from "lucide-react";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import { waitingRunsQuery } from "../../ipc/documentQueries";
import { useNavigation } from "../../state/navigation";
import { openRun } from "./actions";
import { waitText } from "./names";
import styles from "./WaitingRuns.module.css";

/** Says in the header that a long document waits for the analyst, whatever is open; a press leads to the oldest. */
export function WaitingRuns() {
	const t = useWords();
	const { data: runs = [] } = useQuery(waitingRunsQuery);
	const [first] = runs;
	const reason = first?.run.reason;
	if (!first || !reason) return null;
	const show = () => {
		openRun(first.discovery, first.run.id);
		useNavigation.getState().open(first.discovery, "documents");
	};
	return (
		<button
			type="button"
			className={styles.waits}
			onClick={show}
			title={`${first.run.title}: ${waitText(t, reason, "").title}`}
		>
			<CirclePause size={14} aria-hidden />
			<span className={styles.words}>{t("documents.wait", { count: runs.length, shown: number(runs.length) })}</span>
		</button>
	);
}
