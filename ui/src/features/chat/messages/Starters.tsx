import { Button } from "../../../components/Button";
import { useWords } from "../../../i18n/useWords";
import type { ChatMode } from "../../../ipc/bindings";
import { sendMessage, type Where } from "../turns/actions";
import styles from "./Starters.module.css";

const starters = ["chat.starter.summary", "chat.starter.gaps", "chat.starter.next"] as const;

const titles = {
	discovery: "chat.emptyTitle",
	sources: "chat.emptyTitleSources",
	report: "chat.emptyTitleReport",
} as const;
const texts = {
	discovery: "chat.emptyText",
	sources: "chat.emptyTextSources",
	report: "chat.emptyTextReport",
} as const;

/** An empty conversation: what belongs here, and the first step. */
export function Starters({ mode, where }: { mode: ChatMode; where: Where }) {
	const t = useWords();
	return (
		<div className={styles.starters}>
			<h2 className={styles.title}>{t(titles[mode])}</h2>
			<p className={styles.text}>{t(texts[mode])}</p>
			<div className={styles.actions}>
				{(mode === "discovery" ? starters : []).map((key) => (
					<Button key={key} onClick={() => void sendMessage(where, { text: t(key), mentions: [] })}>
						{t(key)}
					</Button>
				))}
			</div>
		</div>
	);
}
