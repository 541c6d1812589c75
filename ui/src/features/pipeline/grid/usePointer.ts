import type { MouseEvent, PointerEvent } from "react";
import { useEffect, useRef } from "react";
import { words } from "../../../i18n/useWords";
import type { Label } from "../../../ipc/label";
import { join, linkedWith, moveCards } from "../../../shared/cards/actions";
import { kindOf } from "../../../shared/cards/kinds";
import { usePipeline } from "../../../shared/cards/state";
import { mentionInChat } from "../../../state/chatState";
import { showToast } from "../../../state/toasts";
import { askTrace } from "../useColumns";
import type { Board } from "./board";
import { type Drop, followDrag } from "./drag";
import { pressCard } from "./useArrows";

/** The pointer on the grid: the cards have no listeners of their own, so that filling one again costs nothing. */

/** Passing over a card on the way elsewhere is not asking for its trace. */
const ASK_MS = 30;
/** It is shown once the pointer has rested on the card for so long; asked for sooner, it is there by then. */
const REST_MS = 80;

function labelAt(target: EventTarget | null): Label | null {
	if (!(target instanceof Element)) return null;
	return target.closest<HTMLElement>("[data-label]")?.dataset.label ?? null;
}

export function usePointer(discovery: string, board: Board) {
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const stopDrag = useRef<() => void>(undefined);
	useEffect(
		() => () => {
			clearTimeout(timer.current);
			stopDrag.current?.();
		},
		[],
	);
	const hover = (label: Label | null) => {
		clearTimeout(timer.current);
		const show = () => {
			if (usePipeline.getState().hovered !== label) usePipeline.setState({ hovered: label });
		};
		timer.current = setTimeout(() => {
			if (label !== null) askTrace(discovery, label);
			timer.current = setTimeout(show, REST_MS - ASK_MS);
		}, ASK_MS);
	};
	return {
		onPointerOver: (event: PointerEvent) => hover(labelAt(event.target)),
		onPointerLeave: () => hover(null),
		onPointerDown: (event: PointerEvent) => {
			const label = labelAt(event.target);
			if (label === null || event.button !== 0 || event.pointerType === "touch") return;
			const labels = dragged(label);
			const caption = labels.length === 1 ? label : words("pipeline.cards", { count: labels.length });
			const start = {
				label,
				isOneOfMany: labels.length > 1,
				caption,
				linked: () => linkedWith(discovery, label),
				x: event.clientX,
				y: event.clientY,
			};
			stopDrag.current = followDrag(board, start, (drop) => finish(discovery, label, labels, drop));
		},
		onClick: (event: MouseEvent) => {
			const label = labelAt(event.target);
			const card = label === null ? undefined : board.card(label);
			if (!card) return;
			// With the chat open, this mentions the card there.
			if ((event.ctrlKey || event.metaKey) && mentionInChat(card.label)) return;
			const how = event.shiftKey ? "range" : event.ctrlKey || event.metaKey ? "toggle" : "one";
			void pressCard(discovery, board, card, how);
		},
	};
}

/** A card that is selected takes the others of its column along. */
function dragged(label: Label): Label[] {
	const { selected } = usePipeline.getState().picked;
	if (!selected.has(label)) return [label];
	return [...selected].filter((one) => kindOf(one) === kindOf(label));
}

function finish(discovery: string, label: Label, labels: readonly Label[], drop: Drop): void {
	if (drop.kind === "mention") {
		mentionInChat(label);
		return;
	}
	if (drop.kind === "join") {
		void join(discovery, labels, drop.to);
		return;
	}
	if (usePipeline.getState().filters[kindOf(label)].sort === "manual") void moveCards(discovery, labels, drop.before);
	else showToast({ title: words("pipeline.sortByHandFirst") });
}
