import { memo } from "react";
import type { Block } from "../../../ipc/bindings";
import styles from "./Answer.module.css";
import { CodeView } from "./CodeView";
import { TableView } from "./TableView";
import { Words } from "./Words";
import { withIndex } from "./withIndex";

/** One block of an answer, from its type alone: no markup ever comes from text. */
export const BlockView = memo(function BlockView({ block }: { block: Block }) {
	switch (block.kind) {
		case "paragraph":
			return (
				<p>
					<Words content={block.content} />
				</p>
			);
		case "heading":
			return (
				// Under the panel's own. A model's levels leave some out, which a reader of headings stumbles over.
				<p role="heading" aria-level={3} className={styles.heading} data-level={block.level}>
					<Words content={block.content} />
				</p>
			);
		case "code":
			return <CodeView block={block} />;
		case "list":
			return <ListView block={block} />;
		case "quote":
			return (
				<blockquote className={styles.quote}>
					<Blocks blocks={block.blocks} />
				</blockquote>
			);
		case "table":
			return <TableView block={block} />;
		case "rule":
			return <hr className={styles.rule} />;
	}
});

function Blocks({ blocks }: { blocks: readonly Block[] }) {
	return withIndex(blocks).map(({ at, item }) => <BlockView key={at} block={item} />);
}

function ListView({ block: { ordered, start, items } }: { block: Extract<Block, { kind: "list" }> }) {
	const rows = withIndex(items).map(({ at, item }) => (
		<li key={at}>
			<Blocks blocks={item} />
		</li>
	));
	return ordered ? (
		<ol className={styles.list} start={start}>
			{rows}
		</ol>
	) : (
		<ul className={styles.list}>{rows}</ul>
	);
}
