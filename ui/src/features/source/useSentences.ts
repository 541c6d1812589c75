import type { RefObject } from "react";
import { useCommand } from "../../commands/useCommand";
import type { SourceBlock, SourceOutline } from "../../ipc/bindings";
import { useSelection } from "../../state/selection";
import { wordsOf } from "./followWords";
import type { Direction } from "./neighbour";
import { selectedText } from "./selectedText";
import { selectPlace } from "./selectPlace";
import { nextSentence, type Place, withoutLast } from "./sentences";
import type { SelectedText } from "./useSelectedText";

interface SentenceOptions {
	outline: SourceOutline;
	scroller: RefObject<HTMLElement | null>;
	firstInView: number;
	selectedText: SelectedText | null;
	block: (index: number) => Promise<SourceBlock | undefined>;
	toBlock: (index: number) => void;
}

/** Selecting words without a pointer: S and W go from sentence to sentence, with Shift the selection grows and shrinks. */
export function useSentences(options: SentenceOptions): void {
	const { outline, scroller, firstInView, selectedText: selected, block, toBlock } = options;

	const show = async (place: Place, at: number) => {
		const view = scroller.current;
		if (!view) return;
		if (!view.querySelector(`[data-index="${at}"]`)) toBlock(at);
		await selectPlace(view, place);
	};
	/** The words that are selected, or else those of the selected fact. */
	const here = (): { place: Place | null; first: number; last: number } => {
		if (selected) {
			const [first = firstInView, last = first] = selected.rows;
			return { place: selected, first, last };
		}
		const place = scroller.current && wordsOfFact(scroller.current);
		return place ?? { place: null, first: firstInView, last: firstInView };
	};
	const go = async (direction: Direction) => {
		const { place, first, last } = here();
		const from = direction === 1 ? last : first;
		const next = await nextSentence(outline.blockCount, from, place, direction, block);
		if (next) await show(next, next.block);
	};
	const grow = async () => {
		const { place, last } = here();
		const next = await nextSentence(outline.blockCount, last, place, 1, block);
		if (next) await show(place ? { start: place.start, end: next.end } : next, next.block);
	};
	const shrink = async () => {
		const { place, last } = here();
		const text = await block(last);
		if (place && text) await show(withoutLast(place, text), last);
	};
	// A page that cannot be read says so where it is drawn.
	const quietly = (act: Promise<void>) => void act.catch(() => {});

	useCommand("source.nextSentence", () => quietly(go(1)));
	useCommand("source.previousSentence", () => quietly(go(-1)));
	useCommand("source.growSelection", () => quietly(grow()));
	useCommand("source.shrinkSelection", () => quietly(shrink()), selected !== null);
}

/** Returns the location of the selected fact's words, so that its next sentence is what is selected first. */
function wordsOfFact(view: HTMLElement): { place: Place; first: number; last: number } | null {
	const { factId } = useSelection.getState();
	const words = factId === null ? null : wordsOf(view, factId);
	const row = Number(words?.closest("[data-index]")?.getAttribute("data-index") ?? Number.NaN);
	if (!words || Number.isNaN(row)) return null;
	const range = document.createRange();
	range.selectNodeContents(words);
	const place = selectedText(view, range);
	return place && { place: { start: place.start, end: place.start }, first: row, last: row };
}
