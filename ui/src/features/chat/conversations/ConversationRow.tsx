import { useState } from "react";
import { ActionMenu } from "../../../components/ActionMenu";
import { InlineEdit } from "../../../components/InlineEdit";
import { dateTime } from "../../../i18n/format";
import { useWords } from "../../../i18n/useWords";
import type { Conversation } from "../../../ipc/bindings";
import { useChatState } from "../../../state/chatState";
import { deleteConversation, renameConversation } from "./actions";
import styles from "./ConversationList.module.css";

interface ConversationRowProps {
	discovery: string;
	conversation: Conversation;
	isShown: boolean;
	onOpen: () => void;
}

export function ConversationRow({ discovery, conversation, isShown, onOpen }: ConversationRowProps) {
	const t = useWords();
	const [isNaming, setNaming] = useState(false);
	const { id, mode, title, isDefault, messages, pendingCards, updatedAt } = conversation;
	const unread = useChatState((door) => door.unread[id]?.count ?? 0);
	const name = title || t("chat.untitled");
	if (isNaming) {
		return (
			<li className={styles.row}>
				<InlineEdit
					editing
					name={t("chat.rename")}
					value={title}
					onSave={(next) => void renameConversation(discovery, id, next)}
					onDone={() => setNaming(false)}
				/>
			</li>
		);
	}
	const details = [
		mode === "sources" ? t("chat.mode.sources") : "",
		isDefault && mode === "discovery" ? t("chat.default") : "",
		t("chat.messageCount", { count: messages }),
		pendingCards > 0 ? t("chat.proposes", { count: pendingCards }) : "",
		messages > 0 ? dateTime(updatedAt) : "",
	];
	return (
		<li className={styles.row} data-shown={isShown}>
			<button type="button" className={styles.open} aria-current={isShown} onClick={onOpen}>
				<span className={styles.name}>{name}</span>
				{unread > 0 && <strong className={styles.unread}>{t("chat.unread", { count: unread })}</strong>}
				<span className={styles.detail}>{details.filter(Boolean).join(" · ")}</span>
			</button>
			<ActionMenu
				name={t("chat.moreFor", { title: name })}
				actions={[
					{ words: t("chat.rename"), run: () => setNaming(true) },
					...(isDefault
						? []
						: [{ words: t("chat.delete"), run: () => void deleteConversation(discovery, conversation), grave: true }]),
				]}
			/>
		</li>
	);
}
