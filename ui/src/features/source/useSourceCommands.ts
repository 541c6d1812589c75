import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useCommand } from "../../commands/useCommand";
import type { SourceBlock, SourceOutline } from "../../ipc/bindings";
import { blocksQuery, placeQuery } from "../../ipc/queries";
import { useSelection } from "../../state/selection";
import { type Direction, neighbourFact } from "./neighbour";
import { pageOf } from "./pages";
import { useSource } from "./sourceState";
import type { Focus, Reveal } from "./useReveal";
import type { SelectedText } from "./useSelectedText";
import { useSentences } from "./useSentences";

interface SourceCommands {
	outline: SourceOutline;
	scroller: RefObject<HTMLElement | null>;
	reveal: Reveal;
	toBlock: (block: number) => void;
	/** The start of stepping while nothing is selected. */
	firstInView: number;
	selectedText: SelectedText | null;
}

/** The keys of the source view: J and K walk the cards, [ and ] the highlights, S and W the sentences. */
export function useSourceCommands(options: SourceCommands): void {
	const { outline, scroller, reveal, toBlock, firstInView, selectedText } = options;
	const block = useFetchedBlock(outline);
	const step = useSteps(outline, block, reveal, firstInView);
	useSentences({ outline, scroller, firstInView, selectedText, block, toBlock });
	const factId = useSelection((selection) => selection.factId);
	const isSelected = factId !== null;
	const beginAddition = useSource((state) => state.beginAddition);
	const togglePeek = useSource((state) => state.togglePeek);

	useCommand("list.next", () => step(1, "card"));
	useCommand("list.previous", () => step(-1, "card"));
	useCommand("source.nextHighlight", () => step(1, "words"));
	useCommand("source.previousHighlight", () => step(-1, "words"));
	useCommand("source.peek", () => togglePeek(factId), isSelected);
	useClosing(selectedText);
	useCommand("source.addFact", () => selectedText && beginAddition(selectedText), selectedText !== null);
}

/** Escape takes away what lies on top, one thing at a time; the fact that is selected is let go of last. */
function useClosing(selectedText: SelectedText | null): void {
	const isAdding = useSource(({ addition }) => addition?.open ?? false);
	const isFinding = useSource(({ finding }) => finding !== null);
	const isMarked = useSource(({ marked }) => marked !== null) || selectedText !== null;
	const isPeeking = useSource(({ peeked }) => peeked !== null);
	const close = () => {
		if (isAdding) useSource.getState().changeAddition({ open: false });
		else if (isFinding) useSource.setState({ finding: null });
		else if (isMarked) {
			useSource.setState({ marked: null });
			document.getSelection()?.removeAllRanges();
		} else useSource.setState({ peeked: null });
	};
	useCommand("fact.clear", close, isAdding || isFinding || isMarked || isPeeking);
}

type FetchBlock = (index: number) => Promise<SourceBlock | undefined>;

/** A block, also where the view has not been yet. */
function useFetchedBlock(outline: SourceOutline): FetchBlock {
	const client = useQueryClient();
	return async (index) => {
		const page = pageOf(index, outline.blockCount);
		const blocks = await client.fetchQuery(blocksQuery(outline.inputId, page.from, page.to));
		return blocks.find((candidate) => candidate.index === index);
	};
}

/** Goes to the next or the previous fact of the Input, also where its text has not been fetched yet. */
function useSteps(outline: SourceOutline, block: FetchBlock, reveal: Reveal, firstInView: number) {
	const client = useQueryClient();
	const start = async () => {
		const { factId } = useSelection.getState();
		const location = factId === null ? null : await client.fetchQuery(placeQuery(factId)).catch(() => null);
		const isHere = location?.inputId === outline.inputId;
		return { block: isHere ? location.block : firstInView, fact: isHere ? factId : null };
	};
	const go = async (direction: Direction, focus: Focus) => {
		const next = await neighbourFact(outline.factCounts, await start(), direction, block);
		if (!next) return;
		useSelection.getState().select(next, "source");
		await reveal(next, focus);
	};
	// A page that cannot be read says so where it is drawn.
	return (direction: Direction, focus: Focus) => void go(direction, focus).catch(() => {});
}
