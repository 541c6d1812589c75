import { useQueryClient } from "@tanstack/react-query";
import { useWords } from "../../../i18n/useWords";
import { messagesQuery } from "../../../ipc/chatQueries";
import styles from "./Sources.module.css";

/** Behind the last message that a summary stands for: what the model is sent in their place. */
export function SummaryNote({ conversation, message }: { conversation: string; message: string }) {
	const t = useWords();
	const pages = useQueryClient().getQueryData(messagesQuery(conversation).queryKey)?.pages ?? [];
	const summary = pages.flatMap(({ summaries }) => summaries).find(({ after }) => after === message);
	if (!summary) return null;
	return (
		<details className={styles.summary}>
			<summary>{t("chat.summary", { count: summary.replaced })}</summary>
			<p dir="auto">{summary.text}</p>
		</details>
	);
}
