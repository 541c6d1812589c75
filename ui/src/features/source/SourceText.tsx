import { useRef } from "react";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { useWords } from "../../i18n/useWords";
import type { SourceOutline } from "../../ipc/bindings";
import { useSelection } from "../../state/selection";
import { AddFact } from "./AddFact";
import { BlockRow } from "./BlockRow";
import { FactStrip } from "./FactStrip";
import { FindBar } from "./FindBar";
import { estimatedTops } from "./heights";
import styles from "./SourceText.module.css";
import { useSource } from "./sourceState";
import { useBlocks } from "./useBlocks";
import { useFind } from "./useFind";
import { useReveal } from "./useReveal";
import { useRows } from "./useRows";
import { useSelectedText } from "./useSelectedText";
import { useSourceCommands } from "./useSourceCommands";

/** An Input's text with its facts beside it. Only the rows in view, and a few more, are in the document. */
export function SourceText({ discovery, outline }: { discovery: string; outline: SourceOutline }) {
	const t = useWords();
	const scroller = useRef<HTMLDivElement>(null);
	const column = useRef<HTMLDivElement>(null);
	const tops = estimatedTops(outline.lengths);
	const selectedText = useSelectedText(column, outline.inputId);
	const rows = useRows({ input: outline.inputId, scroller, tops, pinned: selectedText?.rows ?? [] });
	const blocks = useBlocks(outline.inputId, outline.blockCount, rows.first, rows.last);
	// The function alone: whatever holds on to `rows` is made anew at every frame of a scroll.
	const { toBlock } = rows;
	const goTo = ({ block }: { block: number }) => {
		toBlock(block);
		return true;
	};
	const { reveal, show } = useReveal({
		discovery,
		outline,
		scroller,
		goTo,
		goToText: async (location) => goTo(location),
	});
	const select = useSelection((selection) => selection.select);
	useSourceCommands({ outline, scroller, reveal, toBlock, firstInView: rows.first, selectedText });

	const finding = useFind({ input: outline.inputId, scroller, firstInView: rows.first, show });
	const isWaiting = !blocks.error && !rows.items.some((item) => blocks.at(item.index));
	const onSelect = (fact: string) => {
		select(fact, "source");
		void reveal(fact);
	};
	return (
		<>
			{finding && <FindBar finding={finding} />}
			{blocks.error && <ErrorNote title={t("source.couldNotLoad")} error={blocks.error} onRetry={blocks.retry} />}
			<div className={styles.frame}>
				{isWaiting && (
					<div className={styles.waiting}>
						<LoadingMark />
					</div>
				)}
				<section
					ref={scroller}
					className={styles.scroller}
					// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
					tabIndex={0}
					aria-label={t("source.textOf", { label: outline.label, title: outline.title })}
				>
					<div
						ref={column}
						className={styles.column}
						style={{ height: rows.height }}
						onPointerDown={() => useSource.setState({ marked: null })}
					>
						{rows.items.map((item) => (
							<BlockRow
								key={item.index}
								input={outline.inputId}
								index={item.index}
								top={item.start}
								estimate={item.size}
								block={blocks.at(item.index)}
								isFollowed={blocks.at(item.index + 1)?.facts.length !== 0}
								measure={rows.measure}
								onSelect={onSelect}
							/>
						))}
						<AddFact discovery={discovery} input={outline.inputId} selected={selectedText} />
					</div>
				</section>
				<FactStrip marks={outline.marks} tops={tops} onJump={toBlock} />
			</div>
		</>
	);
}
