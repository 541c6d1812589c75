import { dateTime } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { SentRequest } from "../../ipc/bindings";
import { hostOf } from "../../shared/providers/names";
import styles from "./SentRow.module.css";
import { useRequestWords } from "./useRequestWords";

/** One request in a list: when, what for, to whom, and what became of it. */
export function SentRow({ request, onShow }: { request: SentRequest; onShow: () => void }) {
	const t = useWords();
	const { outcome, tokens, cost } = useRequestWords(request);
	const rest = [hostOf(request.url), request.model, tokens, cost].filter((part) => part !== null && part !== "");
	return (
		<li>
			<button type="button" className={styles.row} onClick={onShow} data-failed={request.error !== null}>
				<span className={styles.first}>
					<span>{dateTime(request.sentAt)}</span>
					<strong>{t(`provider.task.${request.task as "chat"}`)}</strong>
					<span className={styles.outcome}>{outcome}</span>
				</span>
				<span className={styles.rest}>{rest.join(" · ")}</span>
			</button>
		</li>
	);
}
