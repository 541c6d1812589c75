import { MessageCircle } from "lucide-react";
import type { CSSProperties } from "react";
import { Tooltip } from "../../components/Tooltip";
import { useWords } from "../../i18n/useWords";
import { toggleChat, useChatState, useUnread } from "../../state/chatState";
import { useTasks } from "../../state/tasks";
import styles from "./ChatButton.module.css";

/** Opens and closes the chat; says how many answers came while it was closed. */
export function ChatButton({ discovery, onNear }: { discovery: string; onNear: () => void }) {
	const t = useWords();
	const open = useChatState((door) => door.open);
	const tasks = useTasks(({ running }) => running.length);
	const unread = useUnread(discovery);
	const name = t(open ? "chat.close" : "chat.open");
	return (
		<Tooltip words={name} command="chat.toggle">
			<button
				type="button"
				id="chat-button"
				className={styles.button}
				style={{ "--tasks": tasks } as CSSProperties}
				aria-label={unread > 0 ? `${name}, ${t("chat.unread", { count: unread })}` : name}
				aria-expanded={open}
				onPointerEnter={onNear}
				onFocus={onNear}
				onClick={toggleChat}
			>
				<MessageCircle size={20} aria-hidden />
				{unread > 0 && (
					<span className={styles.badge} aria-hidden>
						{unread}
					</span>
				)}
			</button>
		</Tooltip>
	);
}
