import { Toggle } from "../../../components/Toggle";
import { useWords } from "../../../i18n/useWords";
import type { ChatMode, Conversation } from "../../../ipc/bindings";
import { switchMode } from "./actions";
import styles from "./ModeBar.module.css";
import { ScopeMenu } from "./ScopeMenu";

interface ModeBarProps {
	discovery: string;
	conversation: Conversation;
	conversations: readonly Conversation[];
}

const modes: readonly ChatMode[] = ["discovery", "sources"];

/** What is asked: the five columns, or the texts of the Inputs, all of them or some. */
export function ModeBar({ discovery, conversation, conversations }: ModeBarProps) {
	const t = useWords();
	return (
		<div className={styles.bar}>
			<Toggle
				name={t("chat.mode")}
				value={conversation.mode}
				options={modes.map((value) => ({ value, words: t(`chat.mode.${value}`) }))}
				onChange={(mode) => void switchMode(discovery, mode, conversations)}
			/>
			{conversation.mode === "sources" && <ScopeMenu discovery={discovery} conversation={conversation} />}
		</div>
	);
}
