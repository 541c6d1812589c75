import type { ColumnQuery } from "../../bindings";
import { type FakeBoard, type FakeEntity, isOrphan, statusOf } from "./board";

const answers = new WeakMap<FakeBoard, Map<string, FakeEntity[]>>();

/** The rows of a column under a query, in its order. */
export function rowsOf(board: FakeBoard, query: ColumnQuery): FakeEntity[] {
	const known = answers.get(board) ?? new Map<string, FakeEntity[]>();
	answers.set(board, known);
	const key = JSON.stringify(query);
	const rows = known.get(key) ?? select(board, query);
	known.set(key, rows);
	return rows;
}

function select(board: FakeBoard, { kind, statuses, search, sort, archived, orphans }: ColumnQuery): FakeEntity[] {
	const words = search.toLowerCase().split(/\s+/).filter(Boolean);
	const found = board.columns[kind].filter(
		(entity) =>
			entity.archived === archived &&
			(statuses.length === 0 || statuses.includes(statusOf(entity))) &&
			(!orphans || isOrphan(board, entity)) &&
			words.every((word) => `${entity.label} ${entity.text}`.toLowerCase().includes(word)),
	);
	const order: Record<ColumnQuery["sort"], (a: FakeEntity, b: FakeEntity) => number> = {
		manual: (a, b) => a.rank - b.rank,
		label: (a, b) => a.no - b.no,
		status: (a, b) => statusOf(a).localeCompare(statusOf(b)) || a.no - b.no,
		newest: (a, b) => b.createdAt - a.createdAt || b.no - a.no,
	};
	return found.toSorted(order[sort]);
}
