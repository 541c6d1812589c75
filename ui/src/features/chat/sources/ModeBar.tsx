import { useListedActions } from "../../../commands/listedActions";
import { Toggle } from "../../../components/Toggle";
import { useWords } from "../../../i18n/useWords";
import type { ChatMode, Conversation } from "../../../ipc/bindings";
import { useOpenReport } from "../../../state/openReport";
import { startConversation } from "../conversations/actions";
import { switchMode } from "./actions";
import styles from "./ModeBar.module.css";
import { ScopeMenu } from "./ScopeMenu";

interface ModeBarProps {
	discovery: string;
	conversation: Conversation;
	conversations: readonly Conversation[];
}

/** Shows the subject of questions: the five columns, the texts of the Inputs, all of them or some, or a change of the
 * open report. */
export function ModeBar({ discovery, conversation, conversations }: ModeBarProps) {
	const t = useWords();
	const report = useOpenReport((open) => open[discovery]);
	const modes: ChatMode[] = ["discovery", "sources"];
	if (report !== undefined || conversation.mode === "report") modes.push("report");
	const options = modes.map((value) => ({ value, words: t(`chat.mode.${value}`) }));
	const ask = (mode: ChatMode) => void switchMode(discovery, mode, conversations);
	useListedActions(t("chat.mode"), [
		{ words: t("chat.newConversation"), run: () => void startConversation(discovery, conversation.mode) },
		...options.map(({ value, words }) => ({ words, run: () => ask(value) })),
	]);
	return (
		<div className={styles.bar}>
			<Toggle name={t("chat.mode")} value={conversation.mode} options={options} onChange={ask} />
			{conversation.mode === "sources" && <ScopeMenu discovery={discovery} conversation={conversation} />}
		</div>
	);
}
