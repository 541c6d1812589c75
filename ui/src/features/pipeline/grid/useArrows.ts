import type { KeyboardEvent } from "react";
import { useCommand } from "../../../commands/useCommand";
import { type Card, type ColumnQuery, commands, type Kind } from "../../../ipc/bindings";
import { call } from "../../../ipc/call";
import type { Label } from "../../../ipc/label";
import { selectCard } from "../../../shared/cards/cardSelection";
import { kindOf, kinds } from "../../../shared/cards/kinds";
import type { Press } from "../../../shared/cards/picking";
import { queriesOf, usePipeline } from "../../../shared/cards/state";
import { reportError } from "../../../state/toasts";
import type { Board } from "./board";

/** The most cards that one range or "select all" takes in. */
const MOST = 10_000;

/** Walking the grid by keys: up and down a column, across to the card at the same height, to the ends of a column. */
export function useArrows(discovery: string, board: Board): (event: KeyboardEvent) => void {
	const walk = (by: number) => {
		document.getElementById("pipeline-grid")?.focus({ preventScroll: true });
		void move(discovery, board, (row) => row + by, "one");
	};
	useCommand("list.next", () => walk(1));
	useCommand("list.previous", () => walk(-1));
	useCommand("list.selectAll", () => void selectAll(discovery, board));

	return (event) => {
		if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
		const way = wayOf(event.key, board.body(here(board)?.kind ?? "input")?.page ?? 1);
		if (!way) return;
		event.preventDefault();
		if ("columns" in way) void across(board, way.columns);
		else void move(discovery, board, (row) => row + way.rows, event.shiftKey ? "range" : "one");
	};
}

type Way = { rows: number } | { columns: 1 | -1 };

/** `page` is how many rows fit. */
function wayOf(key: string, page: number): Way | null {
	switch (key) {
		case "ArrowDown":
			return { rows: 1 };
		case "ArrowUp":
			return { rows: -1 };
		case "PageDown":
			return { rows: page };
		case "PageUp":
			return { rows: -page };
		case "Home":
			return { rows: Number.NEGATIVE_INFINITY };
		case "End":
			return { rows: Number.POSITIVE_INFINITY };
		case "ArrowRight":
			return { columns: 1 };
		case "ArrowLeft":
			return { columns: -1 };
		default:
			return null;
	}
}

interface Here {
	kind: Kind;
	row: number;
}

/** Returns the position of the keys; nowhere before the first press, or when what they were on is no longer in its
 * column. */
function here(board: Board): Here | null {
	const { active } = usePipeline.getState().picked;
	if (active === null) return null;
	const kind = kindOf(active);
	const row = board.body(kind)?.source.rowOf(active);
	return row === undefined ? null : { kind, row };
}

/** Columns in which the keys may be: while a link is made, those that can hold its other end. */
function open(board: Board): Kind[] {
	const { linking } = usePipeline.getState();
	const from = linking === null ? null : kinds.indexOf(kindOf(linking));
	return kinds.filter(
		(kind, at) => (board.body(kind)?.source.count ?? 0) > 0 && (from === null || Math.abs(at - from) === 1),
	);
}

async function move(discovery: string, board: Board, to: (row: number) => number, how: Press): Promise<void> {
	const at = here(board);
	const [first] = open(board);
	const kind = at?.kind ?? first;
	const count = kind === undefined ? 0 : (board.body(kind)?.source.count ?? 0);
	if (kind === undefined || count === 0) return;
	const row = at ? Math.min(count - 1, Math.max(0, to(at.row))) : 0;
	const card = await board.reach(kind, row);
	if (card) await pressCard(discovery, board, card, how);
}

async function across(board: Board, by: 1 | -1): Promise<void> {
	const at = here(board);
	if (!at) return;
	const column = open(board).filter((kind) => Math.sign(kinds.indexOf(kind) - kinds.indexOf(at.kind)) === by);
	const kind = by === 1 ? column[0] : column.at(-1);
	const body = kind === undefined ? undefined : board.body(kind);
	const { active } = usePipeline.getState().picked;
	const box = active === null ? undefined : board.cell(active)?.getBoundingClientRect();
	if (kind === undefined || !body) return;
	const card = await board.reach(kind, body.rowAt(box ? box.top + box.height / 2 : 0));
	if (card) selectCard(card);
}

/** A press on a card by pointer or key; a range takes in the cards between, also those that are not loaded. */
export async function pressCard(discovery: string, board: Board, card: Card, how: Press): Promise<void> {
	if (how !== "range") return selectCard(card, how);
	const { anchor } = usePipeline.getState().picked;
	const kind = kindOf(card.label);
	const source = board.body(kind)?.source;
	const from = anchor === null || kindOf(anchor) !== kind ? undefined : source?.rowOf(anchor);
	const to = source?.rowOf(card.label);
	if (from === undefined || to === undefined) return selectCard(card);
	const between = await labels(discovery, board, kind, Math.min(from, to), Math.abs(from - to) + 1);
	selectCard(card, "range", between);
}

async function selectAll(discovery: string, board: Board): Promise<void> {
	const { active } = usePipeline.getState().picked;
	const kind = active === null ? undefined : kindOf(active);
	const card = active === null ? undefined : board.card(active);
	if (kind === undefined || !card) return;
	const all = await labels(discovery, board, kind, 0, board.body(kind)?.source.count ?? 0);
	usePipeline.setState({ picked: { selected: new Set(all), anchor: card.label, active: card.label } });
}

async function labels(discovery: string, board: Board, kind: Kind, from: number, count: number): Promise<Label[]> {
	const source = board.body(kind)?.source;
	const wanted = Math.min(count, MOST);
	const loaded = Array.from({ length: wanted }, (_, at) => source?.at(from + at)?.label);
	const known = loaded.filter((label) => label !== undefined);
	if (known.length === wanted) return known;
	try {
		const query = queriesOf(usePipeline.getState()).find((one) => one.kind === kind) as ColumnQuery;
		const { cards } = await call(commands.pipelineCards(discovery, query, from, wanted));
		return cards.map(({ label }) => label);
	} catch (error) {
		reportError(error);
		return known;
	}
}
