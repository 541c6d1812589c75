import type { ItemTable, ItemTableRow } from "../../ipc/bindings";
import type { Order } from "../../shared/items/state";

/** The rows of a table in the order asked for; what has no value there comes last, whichever way. */
export function sortRows({ columns, rows }: ItemTable, { by, down }: Order): ItemTableRow[] {
	if (by === "number") return down ? rows.toReversed() : [...rows];
	const way = down ? -1 : 1;
	const names = new Intl.Collator(undefined, { numeric: true });
	if (by === "name") return rows.toSorted((a, b) => way * names.compare(a.item.name, b.item.name));
	const columnIndex = columns.findIndex((column) => column.key === by);
	return rows.toSorted((a, b) => {
		const [one, other] = [a.cells[columnIndex], b.cells[columnIndex]];
		const [empty, emptyToo] = [!one?.shown, !other?.shown];
		if (empty || emptyToo) return Number(empty) - Number(emptyToo);
		if (one?.order != null && other?.order != null) return way * (one.order - other.order);
		return way * names.compare(one?.shown ?? "", other?.shown ?? "");
	});
}
