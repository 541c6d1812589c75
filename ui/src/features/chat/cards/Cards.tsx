import { Button } from "../../../components/Button";
import { useWords } from "../../../i18n/useWords";
import type { ChatCard, ChatMessage } from "../../../ipc/bindings";
import { useDiscovery } from "../discoveryContext";
import { ActionCard } from "./ActionCard";
import { confirmCards, undoTurn } from "./actions";
import styles from "./Cards.module.css";
import { useDeciding } from "./deciding";
import { Refusal } from "./Refusal";

interface CardsProps {
	conversation: string;
	/** Null while the answer is being written. */
	message: ChatMessage | null;
	cards: readonly ChatCard[];
}

/** The changes that an answer proposes: each on its own, all at once, and all that was applied taken back. */
export function Cards({ conversation, message, cards }: CardsProps) {
	const t = useWords();
	const discovery = useDiscovery();
	const where = { discovery, conversation };
	const isBusy = useDeciding(({ busy }) => message !== null && busy.has(message.id));
	const open = cards.filter(({ status }) => status === "pending" || status === "error");
	const isBatch = message !== null && open.length > 1;
	// Facts that were read from the turn can be taken back as well; with no card applied nobody would look for that here.
	const canUndo = message?.undoable && cards.some(({ status }) => status === "applied");
	return (
		<div className={styles.cards}>
			{cards.map((card) => (
				<ActionCard key={card.id} where={where} card={card} />
			))}
			{message && <Refusal id={message.id} shownErrors={cards.map(({ error }) => error)} />}
			{message && (isBatch || canUndo) && (
				<div className={styles.batch}>
					{isBatch && (
						<Button disabled={isBusy} onClick={() => void confirmCards(where, message.id, open)}>
							{t("chat.applyAll", { count: open.length })}
						</Button>
					)}
					{canUndo && (
						<Button disabled={isBusy} onClick={() => void undoTurn(message.id)}>
							{t("chat.undoTurn")}
						</Button>
					)}
				</div>
			)}
		</div>
	);
}
