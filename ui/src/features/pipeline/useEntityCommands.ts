import { runCommand } from "../../commands/bindings";
import { useCommand } from "../../commands/useCommand";
import { type Card, commands, type Kind } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { archiveCards, deleteCards, linkCards, markReviewed, setCardState } from "../../shared/cards/actions";
import { clearCardSelection, selectedLabels } from "../../shared/cards/cardSelection";
import { beginDraft } from "../../shared/cards/drafts";
import { kindAfter, kindOf } from "../../shared/cards/kinds";
import { openNewCard } from "../../shared/cards/newCard";
import { withoutLabels } from "../../shared/cards/picking";
import { usePipeline } from "../../shared/cards/state";
import { useNavigation } from "../../state/navigation";
import { openDetails } from "../../state/panels";
import { reportError } from "../../state/toasts";
import type { Board } from "./grid/board";

/** Binds the keys and the palette to actions on the cards in hand. Actions on one fact alone are the window's own
 * commands'. */
export function useEntityCommands(discovery: string, board: Board): void {
	const { active, selected } = usePipeline((now) => now.picked);
	const linking = usePipeline((now) => now.linking);
	const peeking = usePipeline((now) => now.peeking);
	const isOne = active !== null && selected.size <= 1;
	const kind = active === null ? null : kindOf(active);
	const isFact = isOne && kind === "fact";
	const hasSome = active !== null || selected.size > 0;

	const finishLink = async () => {
		if (linking === null || active === null) return;
		if (await linkCards(discovery, [linking], active)) usePipeline.setState({ linking: null });
	};
	const open = () => {
		const card = active === null ? undefined : board.card(active);
		if (card) openCard(card);
	};
	const clear = () => {
		if (linking !== null) usePipeline.setState({ linking: null });
		else if (peeking) usePipeline.setState({ peeking: false });
		else clearCardSelection();
	};

	useCommand("entity.open", linking === null ? open : () => void finishLink(), linking !== null || (isOne && !isFact));
	useCommand("entity.peek", () => usePipeline.setState({ peeking: !peeking }), active !== null);
	useCommand("entity.add", () => compose(kind ?? "insight"));
	useCommand("entity.edit", () => active !== null && void beginEdit(discovery, active), isOne && !isFact);
	useCommand("entity.validate", () => void setCardState(discovery, selectedLabels(), "validated"), hasSome && !isFact);
	useCommand("entity.draft", () => void setCardState(discovery, selectedLabels(), "draft"), hasSome && !isFact);
	useCommand("entity.review", () => void markReviewed(discovery, selectedLabels()), hasSome);
	useCommand("entity.link", () => beginLink(), active !== null);
	useCommand("entity.derive", derive, hasSome && kind !== null && canDerive(kind));
	useCommand("entity.trace", () => usePipeline.setState({ report: active }), isOne && kind !== "input");
	useCommand("entity.archive", () => void archiveSelected(discovery, board), hasSome);
	useCommand("entity.delete", () => void removeSelected(discovery), hasSome);
	useCommand("fact.clear", clear, hasSome || linking !== null);
}

/** An Input opens as its text, whatever stands on others as its whole chain. */
function openCard(card: Card): void {
	if (kindOf(card.label) !== "input") {
		usePipeline.setState({ report: card.label });
		return;
	}
	const { discovery, read, show } = useNavigation.getState();
	if (discovery !== null) read(discovery, card.id);
	show("source");
}

export function compose(kind: Kind): void {
	if (kind === "input") runCommand("input.addText");
	else openNewCard(kind, selectedLabels());
}

async function beginEdit(discovery: string, label: string): Promise<void> {
	openDetails();
	try {
		await beginDraft(discovery, await call(commands.entityDetail(discovery, label)));
	} catch (error) {
		reportError(error);
	}
}

function beginLink(): void {
	const { active } = usePipeline.getState().picked;
	usePipeline.setState({ linking: active, peeking: false });
	document.getElementById("pipeline-grid")?.focus({ preventScroll: true });
}

export function canDerive(kind: Kind): boolean {
	return kind !== "input" && kindAfter(kind) !== null;
}

export function derive(): void {
	usePipeline.setState({ sheet: { kind: "derive", from: selectedLabels() } });
}

/** Archives, or brings back what is archived, as the first card in hand is. */
export async function archiveSelected(discovery: string, board: Board): Promise<void> {
	const labels = selectedLabels();
	const [first] = labels;
	const isArchived = first === undefined ? false : (board.card(first)?.archived ?? false);
	if (await archiveCards(discovery, labels, !isArchived)) forget(labels);
}

export async function removeSelected(discovery: string): Promise<void> {
	const labels = selectedLabels();
	if (await deleteCards(discovery, labels)) forget(labels);
}

function forget(labels: readonly string[]): void {
	clearCardSelection();
	usePipeline.setState(({ picked }) => ({ picked: withoutLabels(picked, labels) }));
}
