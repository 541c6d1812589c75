import { ArrowDown, ArrowUp } from "lucide-react";
import { VirtualList } from "../../components/VirtualList";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { ItemColumn, ItemTableRow } from "../../ipc/bindings";
import type { Order } from "../../shared/items/state";
import styles from "./ItemsView.module.css";

const ROW_HEIGHT = 32;

interface ItemTableGridProps {
	columns: readonly ItemColumn[];
	shown: readonly ItemColumn[];
	rows: readonly ItemTableRow[];
	order: Order;
	onOrder: (by: string) => void;
	onOpen: (row: ItemTableRow) => void;
	scrollKey: string;
}

/** Items by their fields. Each row is opened by its name, a button; each column is put in order by its heading. */
export function ItemTableGrid({ columns, shown, rows, order, onOrder, onOpen, scrollKey }: ItemTableGridProps) {
	const t = useWords();
	const label = usePackWords("label");
	const columnIndexes = shown.map((column) => columns.indexOf(column));
	const tracks = ["3rem", "minmax(10rem, 2fr)", ...shown.map(() => "minmax(6rem, 1fr)")];
	const template = { gridTemplateColumns: tracks.join(" ") };
	const heading = (by: string, words: string) => (
		<span role="columnheader" key={by} aria-sort={order.by !== by ? "none" : order.down ? "descending" : "ascending"}>
			<button type="button" className={styles.order} onClick={() => onOrder(by)}>
				{words}
				{order.by === by && (order.down ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
			</button>
		</span>
	);
	const headingOf = (column: ItemColumn) =>
		column.unit ? `${label(column.label)} (${column.unit})` : label(column.label);
	const row = (index: number) => {
		const at = rows[index];
		if (!at) return null;
		return (
			<div
				role="row"
				aria-rowindex={index + 2}
				className={styles.row}
				style={template}
				data-archived={at.item.archived}
			>
				<span role="gridcell" className={styles.cell}>
					{at.item.reference}
				</span>
				<span role="rowheader" className={styles.named}>
					<button type="button" className={styles.name} title={at.item.name} onClick={() => onOpen(at)}>
						{at.item.name}
					</button>
					{at.item.archived && <span className={styles.from}>{t("items.archivedMark")}</span>}
				</span>
				{columnIndexes.map((location) => {
					const cell = at.cells[location];
					return (
						<span
							role="gridcell"
							key={columns[location]?.key}
							className={styles.cell}
							title={cell?.reading}
							data-by-hand={cell?.byHand}
							data-conflict={cell?.conflict}
						>
							{cell?.shown}
							{cell?.byHand && <span className="visually-hidden">{t("items.byHand")}</span>}
							{cell?.conflict && <span className="visually-hidden">{t("items.inConflict")}</span>}
						</span>
					);
				})}
			</div>
		);
	};
	return (
		<div role="grid" className={styles.grid} aria-label={t("items.table")} aria-rowcount={rows.length + 1}>
			<div role="row" aria-rowindex={1} className={styles.head} style={template}>
				{heading("number", t("items.column.item"))}
				{heading("name", t("items.column.name"))}
				{shown.map((column) => heading(column.key, headingOf(column)))}
			</div>
			<VirtualList
				count={rows.length}
				rowHeight={ROW_HEIGHT}
				render={row}
				rowKey={(index) => rows[index]?.item.id ?? String(index)}
				scrollKey={scrollKey}
			/>
		</div>
	);
}
