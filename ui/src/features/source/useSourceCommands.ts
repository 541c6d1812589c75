import { useQueryClient } from "@tanstack/react-query";
import { useSelection } from "../../app/selection";
import { useCommand } from "../../commands/useCommand";
import type { SourceBlock, SourceOutline } from "../../ipc/bindings";
import { blocksQuery, placeQuery } from "../../ipc/queries";
import { type Direction, neighbour } from "./neighbour";
import { pageOf } from "./pages";
import { useSource } from "./sourceState";
import type { Focus, Reveal } from "./useReveal";
import type { SelectedText } from "./useSelectedText";

interface SourceCommands {
	outline: SourceOutline;
	reveal: Reveal;
	/** Where stepping begins while nothing is selected. */
	firstInView: number;
	selectedText: SelectedText | null;
}

/** The keys of the source view: J and K walk the cards, [ and ] the highlights. */
export function useSourceCommands({ outline, reveal, firstInView, selectedText }: SourceCommands): void {
	const step = useSteps(outline, reveal, firstInView);
	const factId = useSelection((selection) => selection.factId);
	const isSelected = factId !== null;
	const beginAddition = useSource((state) => state.beginAddition);
	const togglePeek = useSource((state) => state.togglePeek);

	useCommand("list.next", () => step(1, "card"));
	useCommand("list.previous", () => step(-1, "card"));
	useCommand("source.nextHighlight", () => step(1, "words"));
	useCommand("source.previousHighlight", () => step(-1, "words"));
	useCommand("source.peek", () => togglePeek(factId), isSelected);
	useCommand("source.addFact", () => selectedText && beginAddition(selectedText), selectedText !== null);
}

/** Goes to the next or the previous fact of the Input, also where its text has not been fetched yet. */
function useSteps(outline: SourceOutline, reveal: Reveal, firstInView: number) {
	const client = useQueryClient();

	const block = async (index: number): Promise<SourceBlock | undefined> => {
		const page = pageOf(index, outline.blockCount);
		const blocks = await client.fetchQuery(blocksQuery(outline.inputId, page.from, page.to));
		return blocks.find((candidate) => candidate.index === index);
	};
	const start = async () => {
		const { factId } = useSelection.getState();
		const place = factId === null ? null : await client.fetchQuery(placeQuery(factId)).catch(() => null);
		const isHere = place?.inputId === outline.inputId;
		return { block: isHere ? place.block : firstInView, fact: isHere ? factId : null };
	};
	const go = async (direction: Direction, focus: Focus) => {
		const next = await neighbour(outline.factCounts, await start(), direction, block);
		if (!next) return;
		useSelection.getState().select(next, "source");
		await reveal(next, focus);
	};
	// A page that cannot be read says so where it is drawn.
	return (direction: Direction, focus: Focus) => void go(direction, focus).catch(() => {});
}
