import { Button } from "../../../components/Button";
import { useWords } from "../../../i18n/useWords";
import { send, type Where } from "../turns/actions";
import styles from "./Starters.module.css";

const starters = ["chat.starter.summary", "chat.starter.gaps", "chat.starter.next"] as const;

/** An empty conversation: what belongs here, and the first step. */
export function Starters({ where }: { where: Where }) {
	const t = useWords();
	return (
		<div className={styles.starters}>
			<h2 className={styles.title}>{t("chat.emptyTitle")}</h2>
			<p className={styles.text}>{t("chat.emptyText")}</p>
			<div className={styles.actions}>
				{starters.map((key) => (
					<Button key={key} onClick={() => void send(where, { text: t(key), mentions: [] })}>
						{t(key)}
					</Button>
				))}
			</div>
		</div>
	);
}
