import { useWords } from "../../../i18n/useWords";
import type { ChatMessage } from "../../../ipc/bindings";
import type { Label } from "../../../ipc/label";
import { LabelChip } from "../blocks/LabelChip";
import { withIndex } from "../blocks/withIndex";
import { splitAtLabels } from "../composer/doc";
import { About } from "./About";
import styles from "./Message.module.css";
import { MessageMenu } from "./MessageMenu";

interface AskedRowProps {
	conversation: string;
	/** Null until the host has stored it. */
	message: ChatMessage | null;
	text: string;
	mentions: readonly Label[];
}

/** Shows the analyst's message, with the labels that were mentioned. */
export function QuestionRow({ conversation, message, text, mentions }: AskedRowProps) {
	const t = useWords();
	return (
		<article className={styles.asked} aria-label={t("chat.you")}>
			<div className={styles.askedText} data-selectable dir="auto">
				{withIndex(splitAtLabels(text, mentions)).map(({ at, item }) =>
					at % 2 === 1 ? <LabelChip key={at} label={item} /> : <span key={at}>{item}</span>,
				)}
			</div>
			{message && <About items={message.items} />}
			{message && <MessageMenu conversation={conversation} message={message} isLast={false} />}
		</article>
	);
}
