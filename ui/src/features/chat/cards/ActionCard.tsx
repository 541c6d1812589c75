import { type KeyboardEvent, useId } from "react";
import { matchesKeys } from "../../../commands/keys";
import { Button } from "../../../components/Button";
import { ErrorNote } from "../../../components/ErrorNote";
import { useTranslateMessage } from "../../../i18n/backendMessages";
import { useWords } from "../../../i18n/useWords";
import type { CardEdited, ChatCard, OnDuplicate } from "../../../ipc/bindings";
import { DuplicatesDialog } from "../../../shared/cards/DuplicatesDialog";
import type { Where } from "../turns/actions";
import { cancelCard, confirmCard } from "./actions";
import { CardChange } from "./CardChange";
import { CardForm } from "./CardForm";
import { CardState } from "./CardState";
import styles from "./Cards.module.css";
import { draftCard, setDuplicates, useDeciding } from "./deciding";
import { draftFrom, editedFrom } from "./edited";
import { Refusal } from "./Refusal";

interface ActionCardProps {
	where: Where;
	card: ChatCard;
}

/** A change that waits for the analyst. What its button does is what the card shows: the fingerprint binds the two. */
export function ActionCard({ where, card }: ActionCardProps) {
	const t = useWords();
	const say = useTranslateMessage();
	const heading = useId();
	const draft = useDeciding(({ drafts }) => drafts[card.id]);
	const isBusy = useDeciding(({ busy }) => busy.has(card.id) || busy.has(card.message));
	const hasChanged = useDeciding(({ changed }) => changed.has(card.id));
	const found = useDeciding((now) => now.duplicates[card.id]);
	const { shown, status } = card;
	const isOpen = status === "pending" || status === "error";
	const edited: CardEdited | null = draft === undefined ? null : editedFrom(shown, draft);
	// One that came abridged cannot be confirmed before it is shown whole.
	const canConfirm = isOpen && !isBusy && card.fingerprint !== "" && edited?.text !== "";

	const accept = (onDuplicate: OnDuplicate = "ask") => {
		if (canConfirm) void confirmCard(where, card, edited, onDuplicate);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
		if (matchesKeys(event.nativeEvent, "Mod+Enter") && isOpen) {
			event.preventDefault();
			accept();
		} else if (event.key === "Escape" && draft !== undefined) {
			event.preventDefault();
			draftCard(card.id, null);
		}
	};
	return (
		<section
			className={styles.card}
			data-card={card.id}
			data-status={status}
			data-kind={shown.type}
			aria-labelledby={heading}
			aria-busy={isBusy}
			onKeyDown={onKeyDown}
		>
			<header className={styles.head}>
				<h3 id={heading} className={styles.title}>
					{t(`chat.card.${shown.type}`)}
				</h3>
				<CardState card={card} />
			</header>
			{hasChanged && <p className={styles.notice}>{t("chat.cardChanged")}</p>}
			{card.stale !== null && isOpen && <p className={styles.notice}>{say(card.stale)}</p>}
			{draft === undefined ? (
				<CardChange shown={shown} />
			) : (
				<CardForm shown={shown} draft={draft} onChange={(next) => draftCard(card.id, next)} />
			)}
			{card.error && <ErrorNote error={card.error} />}
			{card.error === null && <Refusal id={card.id} />}
			{isOpen && (
				<footer className={styles.actions}>
					<Button
						kind="primary"
						className={shown.type === "delete" ? styles.grave : undefined}
						disabled={!canConfirm}
						onClick={() => accept()}
					>
						{t(`chat.confirm.${shown.type}`)}
					</Button>
					{shown.type !== "delete" && draft === undefined && (
						<Button disabled={isBusy} onClick={() => draftCard(card.id, draftFrom(shown))}>
							{t("chat.editCard")}
						</Button>
					)}
					<Button disabled={isBusy} onClick={() => void cancelCard(where, card)}>
						{t("app.cancel")}
					</Button>
				</footer>
			)}
			{found !== undefined && shown.type === "add" && (
				<DuplicatesDialog
					text={edited?.text ?? shown.text}
					found={found}
					onMerge={(same) => {
						setDuplicates(card.id, null);
						accept({ same });
					}}
					onAnyway={() => {
						setDuplicates(card.id, null);
						accept("add_anyway");
					}}
					onClose={() => setDuplicates(card.id, null)}
				/>
			)}
		</section>
	);
}
