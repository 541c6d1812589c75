import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { WordKey } from "../../i18n/words";
import type { FactRow } from "../../ipc/bindings";

/** The columns of the table of facts, their widths, and the order and groups of its rows. Stored for good. */

export interface Column {
	id: ColumnId;
	words: WordKey;
	/** In rem, until the analyst says otherwise. */
	width: number;
}

export type ColumnId = "label" | "status" | "key" | "value" | "text" | "quote" | "speaker" | "input" | "confidence";
export type Grouping = "none" | "input" | "speaker" | "key" | "status";

export const columns: readonly Column[] = [
	{ id: "label", words: "facts.column.label", width: 4 },
	{ id: "status", words: "facts.column.status", width: 8.5 },
	{ id: "key", words: "facts.column.key", width: 8 },
	{ id: "value", words: "facts.column.value", width: 7.5 },
	{ id: "text", words: "facts.column.text", width: 22 },
	{ id: "quote", words: "facts.column.quote", width: 14 },
	{ id: "speaker", words: "facts.column.speaker", width: 7 },
	{ id: "input", words: "facts.column.input", width: 4.5 },
	{ id: "confidence", words: "facts.column.confidence", width: 5.5 },
];

export const groupings: readonly Grouping[] = ["none", "input", "speaker", "key", "status"];

/** The least informative columns go first where there is little room. A fact always has its label and its statement. */
const firstToGo: readonly ColumnId[] = ["confidence", "quote", "key", "speaker", "input"];
const hiddenAtFirst: readonly ColumnId[] = ["quote", "speaker"];
export const fixedColumns: readonly ColumnId[] = ["label", "text"];

export const MIN_COLUMN_WIDTH = 3;
const MOST = 40;
/** A statement may take a wide window. */
const WIDEST_STATEMENT = 240;
const TICK = 2;
/** Width in rem of a statement read in its line, and the least that tells it from another. */
const STATEMENT = 22;
const NARROW_STATEMENT = 14;
const NOTE = "note";

export interface Order {
	by: ColumnId;
	down: boolean;
}

type Chosen = Readonly<Partial<Record<ColumnId, boolean>>>;

interface TableState {
	/** The columns that the analyst shows and hides. The others come and go by what there is to show. */
	chosen: Chosen;
	widths: Readonly<Partial<Record<ColumnId, number>>>;
	/** None is the order of the ledger. */
	order: Order | null;
	grouping: Grouping;
	choose: (id: ColumnId, shown: boolean) => void;
	widen: (id: ColumnId, width: number) => void;
	/** Gives a column the width that it had at first. */
	resetWidth: (id: ColumnId) => void;
	/** Up, then down, then as the ledger has it. */
	orderBy: (id: ColumnId) => void;
	group: (grouping: Grouping) => void;
}

export const useTable = create<TableState>()(
	persist(
		(set) => ({
			chosen: {},
			widths: {},
			order: null,
			grouping: "none",
			choose: (id, shown) => set(({ chosen }) => ({ chosen: { ...chosen, [id]: shown } })),
			widen: (id, width) =>
				set(({ widths }) => {
					const most = id === "text" ? WIDEST_STATEMENT : MOST;
					return { widths: { ...widths, [id]: Math.min(most, Math.max(MIN_COLUMN_WIDTH, width)) } };
				}),
			resetWidth: (id) => set(({ widths: { [id]: _, ...widths } }) => ({ widths })),
			orderBy: (id) =>
				set(({ order }) => {
					if (order?.by !== id) return { order: { by: id, down: false } };
					return { order: order.down ? null : { by: id, down: true } };
				}),
			group: (grouping) => set({ grouping }),
		}),
		{ name: "factly.facts", version: 1, migrate: (stored) => withChosen(stored as StoredTable) },
	),
);

export function widthOf({ id, width }: Column, widths: TableState["widths"]): number {
	return widths[id] ?? width;
}

/** Returns whether a column is wanted: as the analyst chose, or where one of the rows has something in it. */
export function isWanted(id: ColumnId, chosen: Chosen, empty: ReadonlySet<ColumnId>): boolean {
	return chosen[id] ?? !(hiddenAtFirst.includes(id) || empty.has(id));
}

/** Returns the columns that are empty in every row. */
export function emptyColumns(rows: readonly FactRow[]): ReadonlySet<ColumnId> {
	const has: Partial<Record<ColumnId, (row: FactRow) => boolean>> = {
		key: (row) => row.key !== NOTE,
		value: (row) => row.valueType !== NOTE && row.value !== "",
		quote: (row) => row.quote !== null,
		speaker: (row) => row.speaker !== null,
		input: (row) => row.inputLabel !== null,
	};
	return new Set(columns.map(({ id }) => id).filter((id) => has[id] && rows.length > 0 && !rows.some(has[id])));
}

/**
 * The columns that are wanted, without those for which so many rem have no room. What the analyst chose to see, or gave its
 * width, goes last, and takes from the statement first.
 */
export function columnsThatFit(
	{ chosen, widths }: Pick<TableState, "chosen" | "widths">,
	room: number,
	empty: ReadonlySet<ColumnId> = new Set(),
): Column[] {
	const wanted = columns.filter(({ id }) => isWanted(id, chosen, empty));
	const drop = (shown: Column[], going: readonly ColumnId[], statement: number) => {
		const widthIn = (column: Column) => (column.id === "text" ? (widths.text ?? statement) : widthOf(column, widths));
		const need = (some: readonly Column[]) => some.reduce((sum, column) => sum + widthIn(column), TICK);
		return going.reduce(
			(left, id) => (room > 0 && need(left) > room ? left.filter((column) => column.id !== id) : left),
			shown,
		);
	};
	const unasked = drop(
		wanted,
		firstToGo.filter((id) => !chosen[id] && widths[id] === undefined),
		STATEMENT,
	);
	return drop(unasked, firstToGo, NARROW_STATEMENT);
}

/** The statement takes what the others leave, up to the width that it was given. */
export function gridTracksOf(shown: readonly Column[], widths: TableState["widths"]): string {
	const statement = widths.text === undefined ? "1fr" : `${Math.max(8, widths.text)}rem`;
	const track = (column: Column) =>
		column.id === "text" ? `minmax(8rem, ${statement})` : `${widthOf(column, widths)}rem`;
	return [`${TICK}rem`, ...shown.map(track)].join(" ");
}

interface StoredTable extends Partial<Pick<TableState, "widths" | "order" | "grouping">> {
	hidden?: readonly ColumnId[];
}

/** Reads what was kept when columns were only hidden. */
function withChosen({ hidden = hiddenAtFirst, ...rest }: StoredTable): StoredTable & Pick<TableState, "chosen"> {
	const changed = columns.filter(({ id }) => hidden.includes(id) !== hiddenAtFirst.includes(id));
	const chosen = Object.fromEntries(changed.map(({ id }) => [id, !hidden.includes(id)]));
	return { ...rest, chosen };
}
