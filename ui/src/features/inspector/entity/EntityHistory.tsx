import { useQuery } from "@tanstack/react-query";
import { Section } from "../../../components/Section";
import { useTranslateMessage } from "../../../i18n/backendMessages";
import { dateTime } from "../../../i18n/format";
import { useWords } from "../../../i18n/useWords";
import type { Label } from "../../../ipc/label";
import { entityHistoryQuery } from "../../../ipc/pipelineQueries";
import styles from "./EntityHistory.module.css";

/** Shows the history of a card, by step, newest first. */
export function EntityHistory({ discovery, label }: { discovery: string; label: Label }) {
	const t = useWords();
	const say = useTranslateMessage();
	const { data } = useQuery(entityHistoryQuery(discovery, label));
	if (!data || data.steps.length === 0) return null;
	return (
		<Section title={t("inspector.history")}>
			<ol className={styles.steps}>
				{data.steps.map(({ seq, name, at, done }) => (
					<li key={seq} className={styles.step} data-done={done}>
						<span>{say(name)}</span>
						<span className={styles.when}>
							{dateTime(at)}
							{!done && ` · ${t("history.undone")}`}
						</span>
					</li>
				))}
			</ol>
			{data.more && <p className={styles.when}>{t("inspector.historyMore")}</p>}
		</Section>
	);
}
