import type { PipelineTrace } from "../../../ipc/bindings";
import type { Label } from "../../../ipc/label";
import { kindOf, kinds } from "../../../shared/cards/kinds";
import type { Board } from "./board";

/** Brings what a card rests on to the top of its columns, from the first row of it on; where all of it is seen, nothing
 * moves. */
export function showSupport(board: Pick<Board, "body">, label: Label, { labels, counts, first }: PipelineTrace): void {
	const traced = new Set(labels);
	for (const { kind, index } of first) {
		const body = board.body(kind);
		if (!body || kinds.indexOf(kind) >= kinds.indexOf(kindOf(label))) continue;
		const seen = body.placed().filter((card) => traced.has(card.label)).length;
		if (seen < (counts.find((one) => one.kind === kind)?.count ?? 0)) body.toTop(index);
	}
}
