import { type KeyboardEvent, type MouseEvent, type Ref, useId } from "react";
import { VirtualList, type VirtualListHandle } from "../../components/VirtualList";
import { useWords } from "../../i18n/useWords";
import type { WordKey } from "../../i18n/words";
import type { FactRow } from "../../ipc/bindings";
import { FactsRow } from "./FactsRow";
import styles from "./FactsTable.module.css";

const ROW_HEIGHT = 32;

const columns: readonly WordKey[] = [
	"facts.column.label",
	"facts.column.status",
	"facts.column.key",
	"facts.column.value",
	"facts.column.text",
	"facts.column.input",
	"facts.column.confidence",
];

interface FactsTableProps {
	rows: readonly FactRow[];
	total: number;
	selected: string | null;
	ticked: ReadonlySet<string>;
	onReach: (last: number) => void;
	onSelect: (row: FactRow) => void;
	onOpen: (row: FactRow) => void;
	onTick: (row: FactRow, range: boolean) => void;
	onStep: (step: number) => void;
	list: Ref<VirtualListHandle>;
	/** The name under which the place in the list is kept. */
	keptAs: string;
}

/** The ledger as a grid. The grid has the focus and names the selected row, so that a row may leave the document. */
export function FactsTable({
	rows,
	total,
	selected,
	ticked,
	onReach,
	onSelect,
	onOpen,
	onTick,
	onStep,
	list,
	keptAs,
}: FactsTableProps) {
	const t = useWords();
	const grid = useId();
	const onKeyDown = (event: KeyboardEvent) => {
		const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 }[event.key];
		if (step === undefined) return;
		event.preventDefault();
		onStep(step);
	};
	const rowAt = (event: MouseEvent) => {
		const index =
			event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]")?.dataset.row : undefined;
		return index === undefined ? undefined : rows[Number(index)];
	};
	const onClick = (event: MouseEvent) => {
		const row = rowAt(event);
		if (!row) return;
		const onBox = event.target instanceof Element && event.target.closest("[data-tick]") !== null;
		if (onBox || event.shiftKey || event.ctrlKey || event.metaKey) onTick(row, event.shiftKey);
		else onSelect(row);
	};
	const onDoubleClick = (event: MouseEvent) => {
		const row = rowAt(event);
		if (row) onOpen(row);
	};

	return (
		<div
			role="grid"
			tabIndex={0}
			className={styles.grid}
			aria-label={t("facts.table")}
			aria-rowcount={total + 1}
			aria-multiselectable
			aria-activedescendant={selected ? `${grid}-${selected}` : undefined}
			onKeyDown={onKeyDown}
			onClick={onClick}
			onDoubleClick={onDoubleClick}
		>
			<div role="row" aria-rowindex={1} className={styles.head}>
				<span role="columnheader" className={styles.tick}>
					<span className="visually-hidden">{t("facts.column.tick")}</span>
				</span>
				{columns.map((column) => (
					<span key={column} role="columnheader" className={styles.cell}>
						{t(column)}
					</span>
				))}
			</div>
			<VirtualList
				handle={list}
				keptAs={keptAs}
				count={total}
				rowHeight={ROW_HEIGHT}
				rowKey={(index) => rows[index]?.id ?? `unread ${index}`}
				onRange={(_, last) => onReach(last)}
				render={(index) => {
					const row = rows[index];
					return (
						<FactsRow
							rowId={row ? `${grid}-${row.id}` : undefined}
							index={index}
							row={row}
							selected={row?.id === selected}
							ticked={row !== undefined && ticked.has(row.id)}
						/>
					);
				}}
			/>
		</div>
	);
}
