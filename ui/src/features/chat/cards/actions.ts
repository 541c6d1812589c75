import { words } from "../../../i18n/useWords";
import { type CardEdited, type ChatCard, commands, type OnDuplicate } from "../../../ipc/bindings";
import { call } from "../../../ipc/call";
import { client } from "../../../ipc/client";
import { asAppError } from "../../../ipc/error";
import { roots } from "../../../ipc/keys";
import { offerUndo } from "../../../state/history";
import { withModelProgress } from "../../../state/modelProgress";
import { reportError, showUndoToast } from "../../../state/toasts";
import type { Where } from "../turns/actions";
import { changeTurn, turnOf } from "../turns/running";
import { putCards } from "../turns/stored";
import { draftCard, markChanged, markRefused, runExclusively, setDuplicates } from "./deciding";

/** Actions on cards. The host is given the fingerprint of what the analyst saw, and does that or nothing. */

export function confirmCard(
	where: Where,
	card: ChatCard,
	edited: CardEdited | null,
	onDuplicate: OnDuplicate = "ask",
): Promise<void> {
	return attempt(card.id, async () => {
		const confirming = call(commands.cardConfirm(card.id, card.fingerprint, edited, onDuplicate));
		const done = await withModelProgress(where.discovery, confirming);
		const reply = done.value;
		const isDone = reply.card.status === "applied";
		setDuplicates(card.id, isDone ? null : reply);
		put(where, [reply.card]);
		if (!isDone) return;
		draftCard(card.id, null);
		offerUndo(where.discovery, done, doneWords(reply.card), { more: reply.note });
	});
}

export function cancelCard(where: Where, card: ChatCard): Promise<void> {
	return attempt(card.id, async () => {
		put(where, [await call(commands.cardCancel(card.id))]);
		draftCard(card.id, null);
	});
}

/** All or none of the cards of a message. */
export function confirmCards(where: Where, message: string, cards: readonly ChatCard[]): Promise<void> {
	return attempt(
		message,
		async () => {
			const shown = cards.map(({ id, fingerprint }) => ({ card: id, fingerprint }));
			const done = await withModelProgress(where.discovery, call(commands.cardsConfirm(message, shown)));
			put(where, done.value.cards);
			const more = done.value.note;
			offerUndo(where.discovery, done, words("chat.did.batch", { count: cards.length }), { more });
		},
		cards.map(({ id }) => id),
	);
}

export async function undoTurn(message: string): Promise<void> {
	await runExclusively(message, async () => {
		try {
			await call(commands.chatUndoTurn(message));
			showUndoToast({ title: words("chat.did.undoTurn") });
		} catch (error) {
			reportError(error);
		}
		await readAgain();
	});
}

/** `shown` are the cards that were looked at: if one is not what it was, all are shown as they are now. */
async function attempt(id: string, work: () => Promise<void>, shown: readonly string[] = [id]): Promise<void> {
	await runExclusively(id, async () => {
		try {
			await work();
		} catch (thrown) {
			const error = asAppError(thrown);
			await readAgain();
			if (error.code === "card_changed") for (const card of shown) markChanged(card);
			else markRefused(id, error);
		}
	});
}

function readAgain(): Promise<void> {
	return client.invalidateQueries({ queryKey: roots.chat });
}

function put({ conversation }: Where, cards: readonly ChatCard[]): void {
	putCards(conversation, cards);
	const turn = turnOf(conversation);
	if (!turn) return;
	changeTurn(conversation, turn.head.task, (now) => ({
		...now,
		cards: now.cards.map((card) => cards.find(({ id }) => id === card.id) ?? card),
	}));
}

function doneWords({ shown, became }: ChatCard): string {
	if (shown.type === "delete")
		return words("chat.did.deleted", { what: shown.entities.map(({ label }) => label).join(", ") });
	return words(`chat.did.${shown.type}`, { what: became ?? (shown.type === "edit" ? shown.label : "") });
}
