import { useWords } from "../../../i18n/useWords";
import type { Align, Block, Inline } from "../../../ipc/bindings";
import styles from "./Answer.module.css";
import { Words } from "./Words";
import { withIndex } from "./withIndex";

/** A table that scrolls sideways in its own frame. */
export function TableView({ block: { align, head, rows, continues } }: { block: Extract<Block, { kind: "table" }> }) {
	const t = useWords();
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to take the keys that scroll it.
		<div className={styles.table} tabIndex={0} role="region" aria-label={t("chat.table")} data-continues={continues}>
			<table>
				{head.length > 0 && (
					<thead>
						<tr>
							{withIndex(head).map(({ at, item }) => (
								<th key={at} scope="col" data-align={align[at]}>
									<Words content={item} />
								</th>
							))}
						</tr>
					</thead>
				)}
				<tbody>
					{withIndex(rows).map(({ at, item }) => (
						<Row key={at} cells={item} align={align} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function Row({ cells, align }: { cells: readonly Inline[][]; align: readonly Align[] }) {
	return (
		<tr>
			{withIndex(cells).map(({ at, item }) => (
				<td key={at} data-align={align[at]}>
					<Words content={item} />
				</td>
			))}
		</tr>
	);
}
