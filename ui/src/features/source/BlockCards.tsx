import { useLayoutEffect, useRef } from "react";
import { FactCard } from "../../components/FactCard";
import { useWords } from "../../i18n/useWords";
import type { SourceBlock } from "../../ipc/bindings";
import { useDockShowsSelected } from "../../state/panels";
import { alignCards } from "./alignCards";
import styles from "./BlockCards.module.css";
import { FactActions } from "./FactActions";
import { MAX_CARDS } from "./heights";

interface BlockCardsProps {
	block: SourceBlock;
	selected: string | null;
	hovered: string | null;
	peeked: string | null;
	expanded: boolean;
	/** True if the next block has cards too, or may have. */
	isFollowed: boolean;
	onExpand: () => void;
	onSelect: (fact: string) => void;
	onHover: (fact: string | null) => void;
	onPeek: (fact: string) => void;
}

/** The facts that begin in a block, each at the height of its words as far as there is room. */
export function BlockCards(props: BlockCardsProps) {
	const { block, selected, hovered, peeked, expanded, isFollowed, onExpand, onSelect, onHover, onPeek } = props;
	const t = useWords();
	// The dock has the same buttons, with their keys.
	const dockShowsSelected = useDockShowsSelected();
	const list = useRef<HTMLUListElement>(null);
	const folded = block.facts.length > MAX_CARDS && !expanded;
	const shown = folded ? block.facts.filter(({ id }) => id === selected) : block.facts;

	// Only the layout knows where the words stand; it is asked after every change of what is drawn, and of the width.
	useLayoutEffect(() => {
		return list.current ? alignCards(list.current, isFollowed) : undefined;
	});

	if (block.facts.length === 0) return null;
	return (
		<div className={styles.cards}>
			{folded && (
				<button type="button" className={styles.count} onClick={onExpand}>
					{t("source.showFacts", { count: block.facts.length })}
				</button>
			)}
			<ul ref={list} className={styles.list}>
				{shown.map((fact) => (
					<li key={fact.id} className={styles.item}>
						<FactCard
							fact={fact}
							selected={fact.id === selected}
							hovered={fact.id === hovered}
							open={fact.id === peeked}
							tabStop={fact.id === selected}
							onSelect={() => onSelect(fact.id)}
							onPeek={() => onPeek(fact.id)}
							onHover={(over) => onHover(over ? fact.id : null)}
						/>
						{fact.id === selected && !dockShowsSelected && <FactActions fact={fact} />}
					</li>
				))}
			</ul>
		</div>
	);
}
