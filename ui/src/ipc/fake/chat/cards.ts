import type { AppError, CardConfirmed, CardEdited, CardShownAs, Duplicate, OnDuplicate } from "../../bindings";
import type { Label } from "../../label";
import { whoJudged } from "../pipeline/likeness";
import { writeHandlers } from "../pipeline/write";
import { fault, found, type Notify } from "../reply";
import type { FakeState } from "../state";
import { step } from "../steps";
import { cardView, homeOf, isUndoable } from "./cardView";
import { type Decision, type FakeCard, pending } from "./state";

/** What becomes of cards. */

export function cardActions(state: FakeState, notify: Notify) {
	const write = writeHandlers(state, () => {});
	const all = () => [...state.chat.messages.values()].flat().flatMap(({ cards }) => cards);
	const cardOf = (id: string) =>
		found(
			all().find((card) => card.id === id),
			"The card",
		);

	const put = (id: string, decision: Partial<Decision>) => {
		const decisions = new Map(state.content.chat.decisions);
		decisions.set(id, { ...(decisions.get(id) ?? pending), ...decision });
		state.content = { ...state.content, chat: { ...state.content.chat, decisions } };
	};
	const stackOf = (discovery: string) => state.undo.get(discovery) ?? { done: [], undone: [] };

	const check = (card: FakeCard, fingerprint: string) => {
		const view = cardView(state, card);
		if (view.status === "applied") throw fault("refused", "The card was applied already.");
		if (view.fingerprint !== fingerprint) {
			throw fault(
				"card_changed",
				"What the card would change is not what it showed.",
				"Look at it again.",
				"Nothing was changed.",
			);
		}
	};
	/** Does what a card says, as one step under its own name. */
	const apply = (card: FakeCard, edited: CardEdited | null, onDuplicate: OnDuplicate): Duplicate[] => {
		const discovery = homeOf(state, card.message);
		const { proposal } = card;
		let became: Label | null = null;
		let name = "";
		if (proposal.tool === "add_item") {
			const { kind } = proposal;
			const text = edited?.text ?? proposal.text;
			const from = edited?.relatedIds ?? proposal.from;
			const outputType = edited?.outputType ?? proposal.outputType;
			if (typeof onDuplicate === "object") {
				const { same } = onDuplicate;
				write.entityLink({ discovery, links: from.map((up) => ({ up, down: same })) });
				became = same;
				name = `Chat: take for ${became}`;
			} else {
				const anyway = onDuplicate === "add_anyway";
				const reply = write.entityAdd({ discovery, kind, text, from, outputType, anyway });
				if (!reply.added) return reply.duplicates;
				became = reply.added.label;
				name = `Chat: add ${became}`;
			}
		} else if (proposal.tool === "edit_item") {
			const { label } = proposal;
			write.entityEdit({ discovery, label, text: edited?.text ?? proposal.text, outputType: null });
			became = label;
			name = `Chat: edit ${label}`;
		} else {
			write.entityDelete({ discovery, labels: proposal.labels });
			name = `Chat: delete ${proposal.labels.join(", ")}`;
		}
		const newest = stackOf(discovery).done.at(-1);
		put(card.id, { status: "applied", became, error: null, edited, step: newest?.seq ?? null });
		if (newest) Object.assign(newest, { name, after: state.content });
		return [];
	};
	const tell = (discovery: string) => notify(discovery, "pipeline", "discovery", "undo", "chat");

	return {
		cardConfirm: ({
			card: id,
			fingerprint,
			edited,
			onDuplicate,
		}: {
			card: string;
			fingerprint: string;
			edited: CardEdited | null;
			onDuplicate: OnDuplicate;
		}): CardConfirmed => {
			const card = cardOf(id);
			check(card, fingerprint);
			try {
				const duplicates = apply(card, edited, onDuplicate);
				tell(homeOf(state, card.message));
				return { card: cardView(state, card), duplicates, note: duplicates.length > 0 ? whoJudged(state) : null };
			} catch (error) {
				put(id, { status: "error", error: error as AppError });
				tell(homeOf(state, card.message));
				throw error;
			}
		},
		cardCancel: ({ card: id }: { card: string }) => {
			put(id, { status: "cancelled" });
			tell(homeOf(state, cardOf(id).message));
			return cardView(state, cardOf(id));
		},
		cardsConfirm: ({ message, cards }: { message: string; cards: CardShownAs[] }) => {
			const discovery = homeOf(state, message);
			const chosen = cards.map(({ card, fingerprint }) => ({ card: cardOf(card), fingerprint }));
			for (const { card, fingerprint } of chosen) check(card, fingerprint);
			const { done } = stackOf(discovery);
			const before = state.content;
			const height = done.length;
			for (const { card } of chosen) apply(card, null, "add_anyway");
			const steps = stackOf(discovery).done.splice(height);
			const last = steps.at(-1);
			if (last) {
				for (const { card } of chosen) put(card.id, { step: last.seq });
				stackOf(discovery).done.push({ ...last, name: `Chat: ${cards.length} changes`, before, after: state.content });
			}
			tell(discovery);
			return { cards: chosen.map(({ card }) => cardView(state, card)), note: null };
		},
		chatUndoTurn: ({ message }: { message: string }) => {
			const discovery = homeOf(state, message);
			if (!isUndoable(state, message)) throw fault("refused", "Something else was done since.");
			while (isUndoable(state, message)) step(state, discovery, "undo");
			tell(discovery);
			return null;
		},
	};
}
