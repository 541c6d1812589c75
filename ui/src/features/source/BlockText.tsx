import { Fragment } from "react";
import { useLocationName } from "../../components/location";
import type { SourceBlock, SourceSpan } from "../../ipc/bindings";
import styles from "./BlockText.module.css";
import { DecoratedText } from "./DecoratedText";
import { findDecorations } from "./decorations";
import { Highlight } from "./Highlight";
import { type Segment, segments, underlineLevels } from "./segments";

interface BlockTextProps {
	block: SourceBlock;
	/** The words about to become a fact, while its form is open, and those that were asked for. */
	drawn: readonly SourceSpan[];
	selected: string | null;
	hovered: string | null;
	onPick: (segment: Segment) => void;
	onHover: (segment: Segment | null) => void;
}

/** A block's words with their highlights. It holds the block's text and nothing else: `selectedText` counts it. */
export function BlockText({ block, drawn, ...rest }: BlockTextProps) {
	const name = useLocationName();
	const levels = underlineLevels(block.spans);
	const spans = [...block.spans, ...drawn];
	return (
		<p className={styles.text} dir="auto" data-block-start={block.start} data-selectable>
			{segments(block.text, spans, findDecorations(block.text), block.pageBreaks).map((segment) => {
				const page = block.pageBreaks.find(({ at }) => at === segment.start)?.place;
				return (
					<Fragment key={segment.start}>
						{/* Drawn by the style sheet, so that it is no part of the words. */}
						{page && (
							<span className={styles.pageBreak} role="separator" aria-label={name(page)} data-page={name(page)} />
						)}
						{segment.spans.length === 0 || segment.kinds.includes("sign") ? (
							<DecoratedText segment={segment} />
						) : (
							<Highlight segment={segment} levels={levels} {...rest} />
						)}
					</Fragment>
				);
			})}
		</p>
	);
}
