import { ActionMenu } from "../../../components/ActionMenu";
import { useWords } from "../../../i18n/useWords";
import type { ChatMessage } from "../../../ipc/bindings";
import { openSentRequests } from "../../../state/sentRequests";
import { useDrafts } from "../composer/drafts";
import { copyMessage } from "../copy";
import { useDiscovery } from "../discoveryContext";
import { retryAnswer } from "../turns/actions";
import { useRunning } from "../turns/running";
import styles from "./Message.module.css";

interface MessageMenuProps {
	conversation: string;
	message: ChatMessage;
	isLast: boolean;
}

/** Shows the actions for one message. */
export function MessageMenu({ conversation, message, isLast }: MessageMenuProps) {
	const t = useWords();
	const discovery = useDiscovery();
	const isIdle = useRunning(({ turns }) => turns[conversation] === undefined);
	const { id, role, text, references, requests } = message;
	// The messages after an answer rest on it, and would go with it.
	const canRetry = isIdle && role === "assistant" && isLast;
	const edit = () => useDrafts.getState().edit(conversation, id, { text, mentions: references });
	const actions = [
		{ words: t("chat.copy"), run: () => void copyMessage(id) },
		...(canRetry ? [{ words: t("chat.retry"), run: () => void retryAnswer({ discovery, conversation }, id) }] : []),
		...(isIdle && role === "user" ? [{ words: t("chat.edit"), run: edit, leads: true }] : []),
		...(requests > 0 ? [{ words: t("provider.showSent"), run: () => openSentRequests({ message: id }) }] : []),
	];
	return <ActionMenu name={t("chat.moreForMessage")} actions={actions} className={styles.menu} />;
}
