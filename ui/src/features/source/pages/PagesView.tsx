import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useWords } from "../../../i18n/useWords";
import type { SourceOutline } from "../../../ipc/bindings";
import { sourcePagesQuery } from "../../../ipc/queries";
import { wordsOnPagesQuery } from "../../../ipc/wordQueries";
import type { InputLocation } from "../../../state/navigation";
import { showAsPages } from "../../../state/pageMode";
import { useSelection } from "../../../state/selection";
import { spanKey } from "../draft";
import { FindBar } from "../FindBar";
import { savedScrollPosition, saveScrollPosition } from "../scrollPositions";
import { useSource } from "../sourceState";
import { useFind } from "../useFind";
import { useReveal } from "../useReveal";
import { useSourceCommands } from "../useSourceCommands";
import { type MarkedWords, PageSheet } from "./PageSheet";
import styles from "./PagesView.module.css";

/** Height of a page for its width until it has come: a sheet of A4. */
const A4 = Math.SQRT2;
const WIDEST = 920;
const GAP = 16;

/** A document's pages as they look, the words of facts marked on them. Only those in view are drawn. */
export function PagesView({ discovery, outline, pages }: { discovery: string; outline: SourceOutline; pages: number }) {
	const t = useWords();
	const scroller = useRef<HTMLDivElement>(null);
	const [ratios, setRatios] = useState<Readonly<Record<number, number>>>({});
	const rows = usePages(outline.inputId, scroller, pages);
	const client = useQueryClient();
	// Words that stand on no page, as those of a note, are shown in the text.
	const toPage = (page: number | null | undefined) => {
		if (page) rows.toPage(page);
		else showAsPages(false);
		return Boolean(page);
	};
	const goToText = async ({ input, start, end }: InputLocation) => {
		const found = await client.fetchQuery(wordsOnPagesQuery(input, start, end)).catch(() => []);
		return toPage(found[0]?.page);
	};
	const { reveal, show } = useReveal({ discovery, outline, scroller, goTo: ({ page }) => toPage(page), goToText });
	const marked = useMarkedOnPages(outline.inputId);
	useSourceCommands({
		outline,
		scroller,
		reveal,
		toBlock: () => {},
		firstInView: 0,
		selectedText: null,
	});
	const finding = useFind({ input: outline.inputId, scroller, firstInView: 0, show });
	const select = useSelection((selection) => selection.select);
	// Pages of a document are mostly alike.
	const usual = Object.values(ratios)[0] ?? A4;
	const first = rows.items[0]?.index ?? 0;
	const last = rows.items.at(-1)?.index ?? -1;
	const shown = useQuery(sourcePagesQuery(outline.inputId, first + 1, last + 2));
	return (
		<>
			{finding && <FindBar finding={finding} />}
			<section
				ref={scroller}
				className={styles.scroller}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
				tabIndex={0}
				aria-label={t("pages.of", { label: outline.label, title: outline.title })}
			>
				<div className={styles.column} style={{ height: rows.height }}>
					{rows.items.map(({ index, start }) => (
						<div
							key={index}
							ref={rows.measure}
							data-index={index}
							className={styles.row}
							style={{ transform: `translateY(${start}px)` }}
						>
							<PageSheet
								input={outline.inputId}
								page={index + 1}
								ratio={ratios[index] ?? usual}
								facts={shown.data?.find(({ page }) => page === index + 1)?.facts ?? []}
								marked={marked.filter(({ page }) => page === index + 1)}
								onRatio={(ratio) => setRatios((known) => ({ ...known, [index]: ratio }))}
								onSelect={(fact) => select(fact, "source")}
							/>
						</div>
					))}
				</div>
			</section>
		</>
	);
}

/** Returns the rectangles of the words that were asked for. */
function useMarkedOnPages(input: string): MarkedWords[] {
	const marked = useSource((state) => (state.marked?.input === input ? state.marked : null));
	const { start, end } = marked ?? { start: 0, end: 0 };
	const found = useQuery({ ...wordsOnPagesQuery(input, start, end), enabled: marked !== null });
	return marked === null ? [] : (found.data ?? []).map((words) => ({ ...words, spanKey: spanKey(marked) }));
}

/** The virtualiser is one object that changes within: this hook is left out of compiling and hands out fresh values. */
function usePages(input: string, scroller: RefObject<HTMLElement | null>, count: number) {
	"use no memo";
	const name = `${input}/pages`;
	const [savedPosition] = useState(() => savedScrollPosition(name, input));
	const virtualizer = useVirtualizer({
		count,
		getScrollElement: () => scroller.current,
		estimateSize: () => Math.min(WIDEST, scroller.current?.clientWidth ?? WIDEST) * A4 + GAP,
		overscan: 1,
		...(savedPosition && { initialOffset: savedPosition.offset, initialMeasurementsCache: savedPosition.rows }),
	});
	useEffect(
		() => () => saveScrollPosition(name, virtualizer.scrollOffset ?? 0, virtualizer.takeSnapshot()),
		[name, virtualizer],
	);
	const [toPage] = useState(() => (page: number) => {
		const [offset] = virtualizer.getOffsetForIndex(page - 1, "center") ?? [];
		if (offset !== undefined) virtualizer.scrollToOffset(offset);
	});
	return {
		items: virtualizer.getVirtualItems(),
		height: virtualizer.getTotalSize(),
		measure: virtualizer.measureElement,
		toPage,
	};
}
