import { memo } from "react";
import type { Block } from "../../../ipc/bindings";
import styles from "./Answer.module.css";
import { BlockView } from "./BlockView";
import type { BlockGroups } from "./groups";
import { withIndex } from "./withIndex";

/** The words of an answer. A token draws the last group again, and of that only the blocks that are not as they were. */
export function Answer({ groups }: { groups: BlockGroups }) {
	return (
		<div className={styles.answer} data-selectable dir="auto">
			{withIndex(groups).map(({ at, item }) => (
				<Group key={at} blocks={item} />
			))}
		</div>
	);
}

const Group = memo(function Group({ blocks }: { blocks: readonly Block[] }) {
	return (
		<div className={styles.group}>
			{withIndex(blocks).map(({ at, item }) => (
				<BlockView key={at} block={item} />
			))}
		</div>
	);
});
