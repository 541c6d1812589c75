import type { FactRow, FactStatus } from "../../ipc/bindings";
import type { ColumnId, Grouping, Order } from "./columns";

/** The rows of the table in the chosen order, and the lines that name their groups. */

export type Line = { kind: "fact"; row: FactRow } | { kind: "group"; name: string; count: number };

const names = new Intl.Collator(undefined, { numeric: true });
const statuses: readonly FactStatus[] = ["proposed", "conflict", "accepted", "rejected", "superseded"];

/** Sorts the rows; those with nothing there come last, whichever way. */
export function sortRows(rows: readonly FactRow[], order: Order | null): FactRow[] {
	if (!order) return [...rows];
	const way = order.down ? -1 : 1;
	const keys = new Map(rows.map((row) => [row, keyOf(row, order.by)]));
	return rows.toSorted((a, b) => {
		const [one, other] = [keys.get(a) ?? null, keys.get(b) ?? null];
		if (one === null || other === null) return Number(one === null) - Number(other === null);
		return way * compare(one, other);
	});
}

/** Groups stand in the order of their names, statuses in that of their life; what belongs to none comes last. */
export function groupRows(rows: readonly FactRow[], grouping: Grouping, nameOf: (row: FactRow) => string): Line[] {
	const fact = (row: FactRow): Line => ({ kind: "fact", row });
	if (grouping === "none") return rows.map(fact);
	const groups = new Map<string, FactRow[]>();
	for (const row of rows) {
		const key = groupOf(row, grouping);
		const group = groups.get(key);
		if (group) group.push(row);
		else groups.set(key, [row]);
	}
	const rank = ([key]: [string, FactRow[]]) =>
		key === "" ? Number.POSITIVE_INFINITY : statuses.indexOf(key as FactStatus);
	return [...groups]
		.toSorted((a, b) => (rank(a) === rank(b) ? names.compare(a[0], b[0]) : rank(a) - rank(b)))
		.flatMap(([, group]) => {
			const name = group[0] ? nameOf(group[0]) : "";
			return [{ kind: "group" as const, name, count: group.length }, ...group.map(fact)];
		});
}

function groupOf(row: FactRow, grouping: Grouping): string {
	if (grouping === "input") return row.inputLabel ?? "";
	if (grouping === "speaker") return row.speaker ?? "";
	if (grouping === "status") return row.status;
	return grouping === "key" ? row.keyLabel : "";
}

type Key = string | readonly [string, number];

function keyOf(row: FactRow, by: ColumnId): Key | null {
	switch (by) {
		case "value":
			return valueKey(row);
		case "status":
			return ["", statuses.indexOf(row.status)];
		case "confidence":
			return ["", row.confidence];
		case "key":
			return row.keyLabel;
		case "input":
			return row.inputLabel;
		default:
			return row[by] || null;
	}
}

/** Values are compared within their kind: a length is no sum of money. */
function valueKey({ valueType, value }: FactRow): Key | null {
	if (valueType === "note" || value === "") return null;
	const amount =
		valueType === "date" ? Date.parse(`${value} UTC`) : Number.parseFloat(value.replaceAll(/[^\d.-]/g, ""));
	return Number.isNaN(amount) || valueType === "string" || valueType === "enum" ? value : [valueType, amount];
}

function compare(one: Key, other: Key): number {
	if (typeof one === "string" || typeof other === "string") {
		if (typeof one !== typeof other) return typeof one === "string" ? 1 : -1;
		return names.compare(String(one), String(other));
	}
	return one[0] === other[0] ? one[1] - other[1] : names.compare(one[0], other[0]);
}
