import { ArrowDown, ArrowUp } from "lucide-react";
import type { KeyboardEvent, PointerEvent } from "react";
import { useWords } from "../../i18n/useWords";
import { type Column, MIN_COLUMN_WIDTH, useTable, widthOf } from "./columns";
import styles from "./FactsTable.module.css";

const STEP = 1;

/**
 * The name of a column, a press on which orders the table by it, and its edge, which is dragged or moved by arrows, and
 * pressed twice to have the first width back.
 */
export function ColumnHeading({ column }: { column: Column }) {
	const t = useWords();
	const order = useTable((table) => table.order);
	const width = useTable((table) => widthOf(column, table.widths));
	const orderBy = useTable((table) => table.orderBy);
	const widen = useTable((table) => table.widen);
	const resetWidth = useTable((table) => table.resetWidth);
	const name = t(column.words);
	const isBy = order?.by === column.id;

	const onPointerDown = (event: PointerEvent<HTMLElement>) => {
		if (event.button !== 0) return;
		event.currentTarget.setPointerCapture(event.pointerId);
	};
	const onPointerMove = (event: PointerEvent<HTMLElement>) => {
		if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
		const left = event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0;
		widen(column.id, (event.clientX - left) / Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const steps = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
		if (steps === undefined) return;
		event.preventDefault();
		event.stopPropagation();
		widen(column.id, width + steps);
	};
	return (
		<span
			role="columnheader"
			// Its edge has a name of its own.
			aria-label={name}
			className={styles.heading}
			data-column={column.id}
			aria-sort={isBy ? (order.down ? "descending" : "ascending") : "none"}
		>
			<button type="button" className={styles.order} title={name} onClick={() => orderBy(column.id)}>
				<span className={styles.name}>{name}</span>
				{isBy && (order.down ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
			</button>
			<span
				role="separator"
				tabIndex={0}
				aria-orientation="vertical"
				aria-label={t("facts.widen", { name })}
				aria-valuenow={Math.round(width)}
				aria-valuemin={MIN_COLUMN_WIDTH}
				className={styles.edge}
				onPointerDown={onPointerDown}
				onPointerMove={onPointerMove}
				onKeyDown={onKeyDown}
				onDoubleClick={() => resetWidth(column.id)}
			/>
		</span>
	);
}
