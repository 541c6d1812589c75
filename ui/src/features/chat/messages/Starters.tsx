import { Button } from "../../../components/Button";
import { useWords } from "../../../i18n/useWords";
import type { ChatMode } from "../../../ipc/bindings";
import { send, type Where } from "../turns/actions";
import styles from "./Starters.module.css";

const starters = ["chat.starter.summary", "chat.starter.gaps", "chat.starter.next"] as const;

/** An empty conversation: what belongs here, and the first step. */
export function Starters({ mode, where }: { mode: ChatMode; where: Where }) {
	const t = useWords();
	const isSources = mode === "sources";
	return (
		<div className={styles.starters}>
			<h2 className={styles.title}>{t(isSources ? "chat.emptyTitleSources" : "chat.emptyTitle")}</h2>
			<p className={styles.text}>{t(isSources ? "chat.emptyTextSources" : "chat.emptyText")}</p>
			<div className={styles.actions}>
				{(isSources ? [] : starters).map((key) => (
					<Button key={key} onClick={() => void send(where, { text: t(key), mentions: [] })}>
						{t(key)}
					</Button>
				))}
			</div>
		</div>
	);
}
