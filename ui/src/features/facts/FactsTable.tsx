import { type KeyboardEvent, type MouseEvent, type Ref, useEffect, useId, useRef, useState } from "react";
import { VirtualList, type VirtualListHandle } from "../../components/VirtualList";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { FactRow } from "../../ipc/bindings";
import { ColumnHeading } from "./ColumnHeading";
import { type ColumnId, columnsThatFit, gridTracksOf, useTable } from "./columns";
import { FactsRow } from "./FactsRow";
import styles from "./FactsTable.module.css";
import type { Line } from "./rowOrder";

const ROW_HEIGHT = 32;

interface FactsTableProps {
	/** Those that are loaded; `total` of them there are. */
	lines: readonly Line[];
	total: number;
	selected: string | null;
	ticked: ReadonlySet<string>;
	onReach: (last: number) => void;
	onSelect: (row: FactRow) => void;
	onOpen: (row: FactRow) => void;
	onTick: (row: FactRow, range: boolean) => void;
	onStep: (step: number) => void;
	list: Ref<VirtualListHandle>;
	/** The columns in which nothing stands. */
	empty: ReadonlySet<ColumnId>;
	/** The name under which the scroll offset is kept. */
	scrollKey: string;
}

/** The ledger as a grid. The grid has the focus and names the selected row, so that a row may leave the document. */
export function FactsTable({
	lines,
	total,
	selected,
	ticked,
	onReach,
	onSelect,
	onOpen,
	onTick,
	onStep,
	list,
	empty,
	scrollKey,
}: FactsTableProps) {
	const t = useWords();
	const grid = useId();
	const { room, measured } = useRoom();
	const chosen = useTable((table) => table.chosen);
	const widths = useTable((table) => table.widths);
	const columns = columnsThatFit({ chosen, widths }, room, empty);
	const template = { gridTemplateColumns: gridTracksOf(columns, widths) };
	const onKeyDown = (event: KeyboardEvent) => {
		const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -total, End: total }[event.key];
		if (step === undefined) return;
		event.preventDefault();
		onStep(step);
	};
	const rowAt = (event: MouseEvent) => {
		const index =
			event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]")?.dataset.row : undefined;
		const line = index === undefined ? undefined : lines[Number(index)];
		return line?.kind === "fact" ? line.row : undefined;
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
			ref={measured}
			role="grid"
			tabIndex={0}
			className={styles.grid}
			aria-label={t("facts.table")}
			aria-rowcount={total + 1}
			aria-colcount={columns.length + 1}
			aria-multiselectable
			aria-activedescendant={selected ? `${grid}-${selected}` : undefined}
			onKeyDown={onKeyDown}
			onClick={onClick}
			onDoubleClick={onDoubleClick}
		>
			<div role="row" aria-rowindex={1} className={styles.head} style={template}>
				<span role="columnheader" className={styles.tick}>
					<span className="visually-hidden">{t("facts.column.tick")}</span>
				</span>
				{columns.map((column) => (
					<ColumnHeading key={column.id} column={column} />
				))}
			</div>
			<VirtualList
				handle={list}
				scrollKey={scrollKey}
				count={total}
				rowHeight={ROW_HEIGHT}
				rowKey={(index) => keyOf(lines[index]) ?? `unread ${index}`}
				onRange={(_, last) => onReach(last)}
				render={(index) => {
					const line = lines[index];
					if (line?.kind === "group") {
						return (
							<div role="row" aria-rowindex={index + 2} className={styles.group}>
								<span role="gridcell" aria-colspan={columns.length + 1}>
									<b>{line.name}</b> <span className={styles.muted}>{number(line.count)}</span>
								</span>
							</div>
						);
					}
					return (
						<FactsRow
							rowId={line ? `${grid}-${line.row.id}` : undefined}
							index={index}
							row={line?.row}
							columns={columns}
							template={template}
							selected={line?.row.id === selected}
							ticked={line !== undefined && ticked.has(line.row.id)}
						/>
					);
				}}
			/>
		</div>
	);
}

function keyOf(line: Line | undefined): string | undefined {
	return line?.kind === "group" ? `group ${line.name}` : line?.row.id;
}

/** Measures the possible width of the table in rem, as far as that is known. */
function useRoom() {
	const measured = useRef<HTMLDivElement>(null);
	const [room, setRoom] = useState(0);
	useEffect(() => {
		const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
		const size = new ResizeObserver(([entry]) => setRoom(Math.floor((entry?.contentRect.width ?? 0) / rem)));
		if (measured.current) size.observe(measured.current);
		return () => size.disconnect();
	}, []);
	return { room, measured };
}
