import { useInfiniteQuery } from "@tanstack/react-query";
import { useWords } from "../../../i18n/useWords";
import { messagesQuery } from "../../../ipc/chatQueries";
import styles from "./Sources.module.css";

/** Behind the last message that a summary stands for: what the model is sent in their place. */
export function SummaryNote({ conversation, message }: { conversation: string; message: string }) {
	const t = useWords();
	// The rows are drawn again only as the pages change, so the query is asked and not what is kept of it.
	const { data } = useInfiniteQuery(messagesQuery(conversation));
	const summary = data?.pages.flatMap(({ summaries }) => summaries).find(({ after }) => after === message);
	if (!summary) return null;
	return (
		<details className={styles.summary}>
			<summary>{t("chat.summary", { count: summary.replaced })}</summary>
			<p dir="auto">{summary.text}</p>
		</details>
	);
}
