import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useState } from "react";
import type { PipelineTrace } from "../../ipc/bindings";
import { client } from "../../ipc/client";
import type { Label } from "../../ipc/label";
import { columnsQuery, traceQuery } from "../../ipc/pipelineQueries";
import { queriesOf, usePipeline } from "../../shared/cards/state";
import type { Board } from "./grid/board";
import { showSupport } from "./grid/support";

/** The questions of the columns and how much each holds; the board is told, and fetches the cards itself. */
export function useColumns(discovery: string, board: Board) {
	const search = usePipeline((now) => now.search);
	const archived = usePipeline((now) => now.archived);
	const filters = usePipeline((now) => now.filters);
	const queries = queriesOf({ search, archived, filters });
	const answer = useQuery(columnsQuery(discovery, queries));
	const { data, isPlaceholderData } = answer;

	// The board is outside React: it has to be told what to draw.
	useEffect(() => {
		if (!data || isPlaceholderData) return;
		board.show(queries.map((query, at) => ({ query, revision: data.revision, count: data.columns[at]?.shown ?? 0 })));
	}, [board, data, isPlaceholderData, queries]);

	return { answer, queries, columns: data?.columns ?? [] };
}

/** Asks for a trace that may be shown soon. */
export function askTrace(discovery: string, label: Label): void {
	void client.prefetchQuery(traceQuery(discovery, label, queriesOf(usePipeline.getState())));
}

/** Everything up- and downstream of the card under the pointer, else of the one the keys are on. */
export function useTrace(discovery: string, board: Board, queries: ReturnType<typeof queriesOf>): PipelineTrace | null {
	const hovered = usePipeline((now) => now.hovered);
	const active = usePipeline((now) => now.picked.active);
	const target = hovered ?? active;
	// From card to card the trace that is there stays until the next has come. After a rest it would be of a card that
	// nobody looks at any more.
	const [turn, setTurn] = useState({ target, stays: false });
	if (turn.target !== target) setTurn({ target, stays: turn.target !== null });
	const { data, isError, isPlaceholderData } = useQuery({
		...traceQuery(discovery, target ?? "", queries),
		enabled: target !== null,
		placeholderData: (previous) => (turn.stays ? previous : undefined),
	});
	// A card that was taken back has no trace, and the one it had dims everything else.
	const trace = target === null || isError ? null : (data ?? null);

	// With the heads of the columns, and not a frame behind them.
	useLayoutEffect(() => {
		board.emphasise({ traced: trace && new Set(trace.labels) });
	}, [board, trace]);
	// A card that is only pointed at moves nothing.
	const isChosen = target === active && !isPlaceholderData;
	useEffect(() => {
		if (isChosen && active !== null && trace !== null) showSupport(board, active, trace);
	}, [board, isChosen, active, trace]);
	return trace;
}
