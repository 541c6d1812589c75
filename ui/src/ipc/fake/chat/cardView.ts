import type { CardShown, ChatCard } from "../../bindings";
import type { Label } from "../../label";
import { boardOf, type FakeBoard, statusOf } from "../pipeline/board";
import { downstreamOf } from "../pipeline/read";
import { fault, found } from "../reply";
import type { FakeState } from "../state";
import { type FakeCard, pending } from "./state";

/** What cards show as things stand. */

export function homeOf(state: FakeState, message: string): string {
	for (const [id, messages] of state.chat.messages) {
		if (!messages.some((one) => one.id === message)) continue;
		return found(
			state.chat.conversations.find((one) => one.id === id),
			"The conversation",
		).discovery;
	}
	throw fault("not_found", "The message is not in this library.");
}

export function cardView(state: FakeState, card: FakeCard): ChatCard {
	const board = boardOf(state.content, homeOf(state, card.message));
	const { status, error, became } = state.content.chat.decisions.get(card.id) ?? pending;
	const shown = shownOf(board, card);
	const { tool } = card.proposal;
	const stale = status === "applied" || status === "cancelled" ? null : staleness(board, card);
	const fingerprint = JSON.stringify([tool, card.proposal, shown]);
	return { id: card.id, message: card.message, tool, status, fingerprint, stale, error, became, shown };
}

function textOf(board: FakeBoard, label: Label): string {
	return board.byLabel.get(label)?.text ?? "";
}

function shownOf(board: FakeBoard, { proposal }: FakeCard): CardShown {
	const named = (label: Label) => ({ label, text: textOf(board, label) });
	if (proposal.tool === "add_item") {
		const { kind, text, from, outputType } = proposal;
		return { type: "add", kind, text, links: from.map(named), outputType };
	}
	if (proposal.tool === "edit_item") {
		const { label, text } = proposal;
		const entity = board.byLabel.get(label);
		const before = entity?.text ?? "";
		return {
			type: "edit",
			label,
			kind: entity?.kind ?? "fact",
			before,
			after: text,
			version: entity?.versions.length ?? 0,
		};
	}
	const entities = proposal.labels.flatMap((label) => {
		const entity = board.byLabel.get(label);
		return entity ? [{ label, kind: entity.kind, text: entity.text, status: statusOf(entity) }] : [];
	});
	const below = new Set(proposal.labels.flatMap((label) => [...downstreamOf(board, label)]));
	const downstream = [...below].filter((label) => !proposal.labels.includes(label));
	return {
		type: "delete",
		entities,
		downstream: downstream.slice(0, 50).map(named),
		downstreamTotal: downstream.length,
	};
}

function staleness(board: FakeBoard, { versions }: FakeCard): string | null {
	for (const [label, version] of Object.entries(versions)) {
		const entity = board.byLabel.get(label);
		if (!entity) return `${label} is no longer there.`;
		if (entity.versions.length !== version) return `${label} was changed since this was proposed.`;
	}
	return null;
}

/** All that the turn did is the newest of what was done. */
export function isUndoable(state: FakeState, message: string): boolean {
	const cards = [...state.chat.messages.values()].flat().find(({ id }) => id === message)?.cards ?? [];
	const steps = cards.map(({ id }) => state.content.chat.decisions.get(id)?.step ?? null);
	const newest = state.undo.get(homeOf(state, message))?.done.at(-1)?.seq;
	return newest !== undefined && steps.includes(newest);
}
