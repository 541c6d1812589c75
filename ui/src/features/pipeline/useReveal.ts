import { useEffect } from "react";
import { type ColumnQuery, commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import type { Label } from "../../ipc/label";
import { kindOf } from "../../shared/cards/kinds";
import { usePipeline } from "../../shared/cards/state";
import type { Board } from "./grid/board";

/** Brings a card into view that was selected elsewhere, as by a link in the inspector. */
export function useReveal(discovery: string, board: Board, queries: readonly ColumnQuery[]): void {
	const active = usePipeline((now) => now.picked.active);
	// The board and its scrolling are outside React.
	useEffect(() => {
		if (active !== null && !board.cell(active)) void reveal(discovery, board, queries, active);
	}, [discovery, board, queries, active]);
}

async function reveal(discovery: string, board: Board, queries: readonly ColumnQuery[], label: Label): Promise<void> {
	const kind = kindOf(label);
	const query = queries.find((one) => one.kind === kind);
	if (!query) return;
	// A card that the filters hide has no place; it is in the inspector all the same.
	const row = await call(commands.pipelinePlace(discovery, query, label)).catch(() => null);
	if (row !== null) await board.reach(kind, row, true);
	// The effect comes again with the query that shows it.
	else if (query.foldsByRules) usePipeline.getState().filter(kind, { byRules: true });
	else if (query.hidesUndecided) usePipeline.getState().filter(kind, { undecided: true });
}
