import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useRef, useState } from "react";
import { useWords } from "../../../i18n/useWords";
import type { FactPlace, SourceOutline } from "../../../ipc/bindings";
import { sourcePagesQuery } from "../../../ipc/queries";
import { useSelection } from "../../../state/selection";
import { useReveal } from "../useReveal";
import { useSourceCommands } from "../useSourceCommands";
import { PageSheet } from "./PageSheet";
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
	const rows = usePages(scroller, pages);
	const goTo = ({ page }: FactPlace) => {
		if (page !== null) rows.toPage(page);
	};
	const reveal = useReveal({ discovery, outline, scroller, goTo, keptAs: `${outline.inputId}/pages` });
	useSourceCommands({
		outline,
		scroller,
		reveal,
		toBlock: () => {},
		firstInView: 0,
		selectedText: null,
	});
	const select = useSelection((selection) => selection.select);
	const first = rows.items[0]?.index ?? 0;
	const last = rows.items.at(-1)?.index ?? -1;
	const shown = useQuery(sourcePagesQuery(outline.inputId, first + 1, last + 2));
	return (
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
							ratio={ratios[index] ?? A4}
							facts={shown.data?.find(({ page }) => page === index + 1)?.facts ?? []}
							onRatio={(ratio) => setRatios((known) => ({ ...known, [index]: ratio }))}
							onSelect={(fact) => select(fact, "source")}
						/>
					</div>
				))}
			</div>
		</section>
	);
}

/** The virtualiser is one object that changes within: this hook is left out of compiling and hands out fresh values. */
function usePages(scroller: RefObject<HTMLElement | null>, count: number) {
	"use no memo";
	const virtualizer = useVirtualizer({
		count,
		getScrollElement: () => scroller.current,
		estimateSize: () => Math.min(WIDEST, scroller.current?.clientWidth ?? WIDEST) * A4 + GAP,
		overscan: 1,
	});
	const [toPage] = useState(() => (page: number) => virtualizer.scrollToIndex(page - 1, { align: "center" }));
	return {
		items: virtualizer.getVirtualItems(),
		height: virtualizer.getTotalSize(),
		measure: virtualizer.measureElement,
		toPage,
	};
}
