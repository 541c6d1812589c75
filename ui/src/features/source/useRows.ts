import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useState } from "react";
import { savedScrollPosition, saveScrollPosition } from "./scrollPositions";

export type Rows = {
	items: VirtualItem[];
	/** The blocks in view, without those kept ready above and below. */
	first: number;
	last: number;
	height: number;
	measure: (row: Element | null) => void;
	/** Brings a block to the middle of the view; its words may still be on their way. */
	toBlock: (block: number) => void;
};

type Options = {
	input: string;
	scroller: RefObject<HTMLElement | null>;
	/** The start of each block by estimate, and the end. */
	tops: readonly number[];
	/** Blocks that stay mounted wherever the view is: those that hold the ends of a text selection. */
	pinned: readonly number[];
};

/**
 * The only rows in the document are those in view and a few more.
 *
 * The virtualiser is one object that changes within, which the React Compiler cannot see: this hook is
 * left out of compiling and hands out fresh values.
 */
export function useRows({ input, scroller, tops, pinned }: Options): Rows {
	"use no memo";
	const [savedPosition] = useState(() => savedScrollPosition(input, input));
	const virtualizer = useVirtualizer({
		count: tops.length - 1,
		getScrollElement: () => scroller.current,
		estimateSize: (block) => (tops[block + 1] ?? 0) - (tops[block] ?? 0),
		overscan: 4,
		rangeExtractor: (range) => withPinned(range, pinned),
		...(savedPosition && { initialOffset: savedPosition.offset, initialMeasurementsCache: savedPosition.rows }),
	});
	useEffect(
		() => () => saveScrollPosition(input, virtualizer.scrollOffset ?? 0, virtualizer.takeSnapshot()),
		[input, virtualizer],
	);
	// The same function for ever, or every row would be drawn again on every frame of scrolling.
	// Once, and not for as long as rows are measured: whoever follows words from there would be pulled back.
	const [toBlock] = useState(() => (block: number) => {
		const [offset] = virtualizer.getOffsetForIndex(block, "center") ?? [];
		if (offset !== undefined) virtualizer.scrollToOffset(offset);
	});
	const range = virtualizer.range;
	return {
		items: virtualizer.getVirtualItems(),
		first: range?.startIndex ?? 0,
		last: range?.endIndex ?? 0,
		height: virtualizer.getTotalSize(),
		measure: virtualizer.measureElement,
		toBlock,
	};
}

function withPinned(range: Range, pinned: readonly number[]): number[] {
	const shown = defaultRangeExtractor(range);
	const more = pinned.filter((block) => block < range.count && !shown.includes(block));
	return more.length === 0 ? shown : [...shown, ...more].toSorted((a, b) => a - b);
}
