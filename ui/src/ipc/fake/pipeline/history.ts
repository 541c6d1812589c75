import type { Handlers, Notify } from "../reply";
import type { FakeState } from "../state";
import { step as turn } from "../steps";

export function historyHandlers(state: FakeState, notify: Notify) {
	return {
		history: ({ discovery, before }: { discovery: string | null; before: number | null }) => {
			const stack = state.undo.get(discovery ?? "") ?? { done: [], undone: [] };
			const steps = [
				...stack.undone.map((step) => ({ ...step, isDone: false })),
				...stack.done.toReversed().map((step) => ({ ...step, isDone: true })),
			].filter(({ seq }) => before === null || seq < before);
			return {
				steps: steps.slice(0, 50).map(({ seq, name, at, isDone }) => ({ seq, name, at, done: isDone })),
				more: steps.length > 50,
			};
		},
		historyGo: ({ discovery, seq }: { discovery: string | null; seq: number | null }) => {
			const stack = () => state.undo.get(discovery ?? "") ?? { done: [], undone: [] };
			let kept = 0;
			while ((stack().done.at(-1)?.seq ?? 0) > (seq ?? 0)) kept += turn(state, discovery, "undo").keptDrafts;
			while (stack().undone.some((one) => one.seq <= (seq ?? 0))) turn(state, discovery, "redo");
			notify(discovery, "library", "discovery", "inputs", "facts", "pipeline", "runs", "questions", "undo");
			return kept;
		},
	} satisfies Handlers<"history" | "historyGo">;
}
