import { Button } from "../../../components/Button";
import { useTranslateMessage } from "../../../i18n/backendMessages";
import { useWords } from "../../../i18n/useWords";
import type { ChatCard, ChatMessage } from "../../../ipc/bindings";
import { useConsentQuestion } from "../../../state/consent";
import { Answer } from "../blocks/Answer";
import type { BlockGroups } from "../blocks/groups";
import { Cards } from "../cards/Cards";
import { useDiscovery } from "../discoveryContext";
import { AnswerSources } from "../sources/AnswerSources";
import { GroundingProvider } from "../sources/grounding";
import { SummaryNote } from "../sources/SummaryNote";
import { retryAnswer } from "../turns/actions";
import styles from "./Message.module.css";
import { MessageMenu } from "./MessageMenu";

interface AnswerRowProps {
	conversation: string;
	message: ChatMessage | null;
	groups: BlockGroups;
	cards: readonly ChatCard[];
	isLast: boolean;
	isStopping: boolean;
}

/** Shows the assistant's answer: its words, its end, and the changes that it proposes. */
export function AnswerRow({ conversation, message, groups, cards, isLast, isStopping }: AnswerRowProps) {
	const t = useWords();
	const discovery = useDiscovery();
	const grounding = message?.grounding ?? null;
	const isWriting = message === null || message.state === "streaming";
	const isAsked = useConsentQuestion(
		({ question }) => question?.discovery === discovery && "task" in question.sender && question.sender.task === "chat",
	);
	const doing = isStopping ? "chat.stopping" : isAsked ? "chat.waitsForConsent" : "chat.writing";
	return (
		<article className={styles.answer} aria-label={message?.model ?? t("chat.builtIn")} aria-busy={isWriting}>
			<GroundingProvider value={grounding}>
				<Answer groups={groups} />
				{message && grounding && <AnswerSources message={message.id} grounding={grounding} />}
			</GroundingProvider>
			{cards.length > 0 && <Cards conversation={conversation} message={isWriting ? null : message} cards={cards} />}
			{isWriting && <p className={styles.writing}>{t(doing)}</p>}
			{message && <End conversation={conversation} message={message} isLast={isLast} />}
			{message && !isWriting && <MessageMenu conversation={conversation} message={message} isLast={isLast} />}
			{message && <SummaryNote conversation={conversation} message={message.id} />}
		</article>
	);
}

/** The button says that. */
const AGAIN = "Try again.";

interface EndProps {
	conversation: string;
	message: ChatMessage;
	isLast: boolean;
}

/** Shows the end of an answer that is not whole: in words, with what to do. */
function End({ conversation, message, isLast }: EndProps) {
	const t = useWords();
	const discovery = useDiscovery();
	const say = useTranslateMessage();
	if (message.state !== "stopped" && message.state !== "failed") return null;
	const { error } = message;
	const isEmpty = message.blocks.length === 0 && message.cards.length === 0;
	return (
		<div className={styles.end} data-state={message.state}>
			<p>
				<strong>{t(`chat.state.${message.state}${isEmpty ? "Empty" : ""}`)}</strong>
			</p>
			{error && <p>{say(error.message)}</p>}
			{error?.hint && error.hint.template !== AGAIN && <p>{say(error.hint)}</p>}
			{isLast && (
				<Button onClick={() => void retryAnswer({ discovery, conversation }, message.id)}>{t("chat.retry")}</Button>
			)}
		</div>
	);
}
