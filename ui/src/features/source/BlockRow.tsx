import type { SourceBlock } from "../../ipc/bindings";
import { useSelection } from "../../state/selection";
import { BlockCards } from "./BlockCards";
import { BlockPlace } from "./BlockPlace";
import styles from "./BlockRow.module.css";
import { BlockText } from "./BlockText";
import { beginsWithSpeaker } from "./decorations";
import { DRAFT, drawnSpan, MARKED } from "./draft";
import { pickAt, type Segment } from "./segments";
import { useSource } from "./sourceState";

interface BlockRowProps {
	input: string;
	index: number;
	top: number;
	estimate: number;
	/** Undefined until it has been fetched. */
	block: SourceBlock | undefined;
	/** True if the next block has cards too, or may have. */
	isFollowed: boolean;
	measure: (row: Element | null) => void;
	onSelect: (fact: string) => void;
}

/** One block: its words, and beside them the facts that begin in it. */
export function BlockRow({ input, index, top, estimate, block, isFollowed, measure, onSelect }: BlockRowProps) {
	// A row is drawn again only when something that it shows is selected or pointed at.
	const has = (fact: string | null) => fact !== null && block?.spans.some(({ factId }) => factId === fact);
	const selected = useSelection((selection) => (has(selection.factId) ? selection.factId : null));
	const hovered = useSource((state) => (has(state.hovered) ? state.hovered : null));
	const peeked = useSource((state) => (has(state.peeked) ? state.peeked : null));
	const addition = useSource((state) =>
		state.addition?.open && state.addition.input === input ? state.addition : null,
	);
	const marked = useSource((state) => (state.marked?.input === input ? state.marked : null));
	const expanded = useSource((state) => state.expanded.has(`${input}/${index}`));
	const hover = useSource((state) => state.hover);
	const togglePeek = useSource((state) => state.togglePeek);
	const expand = useSource((state) => state.expand);

	const onPick = (segment: Segment) => {
		const fact = pickAt(segment.spans, selected);
		if (fact && document.getSelection()?.isCollapsed !== false) onSelect(fact);
	};
	return (
		<div className={styles.row} data-index={index} ref={measure} style={{ transform: `translateY(${top}px)` }}>
			{block ? (
				<>
					<div>
						{block.place && !beginsWithSpeaker(block.text) && <BlockPlace location={block.place} />}
						<BlockText
							block={block}
							drawn={[...drawnSpan(addition, block, DRAFT), ...drawnSpan(marked, block, MARKED)]}
							selected={selected}
							hovered={hovered}
							onPick={onPick}
							onHover={(segment) => hover(segment && pickAt(segment.spans, null))}
						/>
					</div>
					<BlockCards
						block={block}
						selected={selected}
						hovered={hovered}
						peeked={peeked}
						expanded={expanded}
						isFollowed={isFollowed}
						onExpand={() => expand(`${input}/${index}`)}
						onSelect={onSelect}
						onHover={hover}
						onPeek={togglePeek}
					/>
				</>
			) : (
				<div style={{ height: estimate }} />
			)}
		</div>
	);
}
