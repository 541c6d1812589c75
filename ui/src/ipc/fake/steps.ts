import type { UndoReport } from "../bindings";
import type { Answers, Content, FakeState } from "./state";

/** Steps of undo: made, turned, and told. */

/** Records a change as one undo step of a discovery, or of the library when `scope` is null. */
export function commit(
	state: FakeState,
	scope: string | null,
	name: string,
	after: Content,
	sent: Answers = new Map(),
): void {
	const stack = state.undo.get(scope ?? "") ?? { done: [], undone: [] };
	state.made = state.nextSerial++;
	stack.done.push({ seq: state.made, at: state.clock++, name, before: state.content, after, sent });
	stack.undone = [];
	state.undo.set(scope ?? "", stack);
	state.content = after;
}

/** Turns the next step of a stack; with `only`, that one or none. */
export function step(
	state: FakeState,
	scope: string | null,
	direction: "undo" | "redo",
	only: number | null = null,
): UndoReport {
	const stack = state.undo.get(scope ?? "") ?? { done: [], undone: [] };
	const at = stack.done.findIndex(({ seq }) => seq === only);
	if (only !== null && (at < 0 || at < stack.done.length - 1)) {
		const later = at < 0 ? 0 : stack.done.length - 1 - at;
		return { done: null, keptDrafts: 0, later, state: undoState(state, scope) };
	}
	const [from, to] = direction === "undo" ? [stack.done, stack.undone] : [stack.undone, stack.done];
	const taken = from.pop();
	if (!taken) return { done: null, keptDrafts: 0, later: 0, state: undoState(state, scope) };
	to.push(taken);
	state.content = direction === "undo" ? taken.before : taken.after;
	const keptDrafts = turnDrafts(state, taken.sent, direction);
	return { done: taken.name, keptDrafts, later: 0, state: undoState(state, scope) };
}

/** A draft that was written since stays; says how many hide one that would have come back. */
function turnDrafts({ drafts }: FakeState, sent: Answers, direction: "undo" | "redo"): number {
	let kept = 0;
	for (const [place, said] of sent) {
		const now = drafts.get(place);
		const isWritten = now !== undefined && (now.quick !== null || now.text !== "");
		const isSame = isWritten && now.quick === said.quick && now.text === said.text;
		if (direction === "redo" && isSame) drafts.delete(place);
		if (direction === "undo" && !isWritten) drafts.set(place, said);
		if (direction === "undo" && isWritten && !isSame) kept++;
	}
	return kept;
}

export function undoState(state: FakeState, scope: string | null) {
	const stack = state.undo.get(scope ?? "");
	const newest = stack?.done.at(-1);
	return {
		undo: newest?.name ?? null,
		redo: stack?.undone.at(-1)?.name ?? null,
		newest: newest?.seq ?? null,
	};
}
