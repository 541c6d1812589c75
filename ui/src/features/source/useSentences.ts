import type { RefObject } from "react";
import { useCommand } from "../../commands/useCommand";
import type { SourceBlock, SourceOutline } from "../../ipc/bindings";
import { useSelection } from "../../state/selection";
import type { Direction } from "./neighbour";
import { factElement } from "./scrollToWords";
import { selectedText } from "./selectedText";
import { selectSpan } from "./selectSpan";
import { nextSentence, type TextSpan, withoutLast } from "./sentences";
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

	const show = async (span: TextSpan, at: number) => {
		const view = scroller.current;
		if (!view) return;
		if (!view.querySelector(`[data-index="${at}"]`)) toBlock(at);
		await selectSpan(view, span);
	};
	/** The words that are selected, or else those of the selected fact. */
	const here = (): { span: TextSpan | null; first: number; last: number } => {
		if (selected) {
			const [first = firstInView, last = first] = selected.rows;
			return { span: selected, first, last };
		}
		const ofFact = scroller.current && wordsOfFact(scroller.current);
		return ofFact ?? { span: null, first: firstInView, last: firstInView };
	};
	const go = async (direction: Direction) => {
		const { span, first, last } = here();
		const from = direction === 1 ? last : first;
		const next = await nextSentence(outline.blockCount, from, span, direction, block);
		if (next) await show(next, next.block);
	};
	const grow = async () => {
		const { span, last } = here();
		const next = await nextSentence(outline.blockCount, last, span, 1, block);
		if (next) await show(span ? { start: span.start, end: next.end } : next, next.block);
	};
	const shrink = async () => {
		const { span, last } = here();
		const text = await block(last);
		if (span && text) await show(withoutLast(span, text), last);
	};
	// A page that cannot be read says so where it is drawn.
	const quietly = (act: Promise<void>) => void act.catch(() => {});

	useCommand("source.nextSentence", () => quietly(go(1)));
	useCommand("source.previousSentence", () => quietly(go(-1)));
	useCommand("source.growSelection", () => quietly(grow()));
	useCommand("source.shrinkSelection", () => quietly(shrink()), selected !== null);
}

/** Returns the location of the selected fact's words, so that its next sentence is what is selected first. */
function wordsOfFact(view: HTMLElement): { span: TextSpan; first: number; last: number } | null {
	const { factId } = useSelection.getState();
	const words = factId === null ? null : factElement(view, factId);
	const row = Number(words?.closest("[data-index]")?.getAttribute("data-index") ?? Number.NaN);
	if (!words || Number.isNaN(row)) return null;
	const range = document.createRange();
	range.selectNodeContents(words);
	const textRange = selectedText(view, range);
	return textRange && { span: { start: textRange.start, end: textRange.start }, first: row, last: row };
}
