import { useQuery } from "@tanstack/react-query";
import { create } from "zustand";
import { commands, type DiscoveryDetail, type HistoryStep, type UndoState, type UserMessage } from "../ipc/bindings";
import { call } from "../ipc/call";
import { libraryStepsQuery } from "../ipc/queries";
import { useNavigation } from "./navigation";

/**
 * The steps that Undo and Redo turn next. The memory is the whole library's and is worked on from within a discovery,
 * so there it is whichever of the two histories was moved last; in every other view it is the discovery's.
 */

interface Step {
	/** The discovery whose step it is; null is the library's own. */
	of: string | null;
	name: UserMessage;
}
export interface NextSteps {
	undo: Step | null;
	redo: Step | null;
}

/** The owner of the step that was undone last in this window: it is redone first. */
export const useLastUndone = create<{ last: string | null }>()(() => ({ last: null }));

/** The library's steps come newest first; a step's number is counted through all histories. */
export function nextSteps(
	discovery: string,
	own: UndoState,
	library: readonly HistoryStep[],
	lastUndone: string | null,
): NextSteps {
	const undo = own.undo === null ? null : { of: discovery, name: own.undo };
	const redo = own.redo === null ? null : { of: discovery, name: own.redo };
	const done = library.find((step) => step.done);
	const undone = library.findLast((step) => !step.done);
	return {
		undo: done && done.seq > (own.newest ?? 0) ? { of: null, name: done.name } : undo,
		redo: undone && (redo === null || lastUndone === null) ? { of: null, name: undone.name } : redo,
	};
}

/** Returns the names of Undo and Redo in the open view. */
export function useNextSteps(detail: DiscoveryDetail | null): NextSteps {
	const inMemory = useNavigation(({ view }) => view === "memory");
	const library = useQuery({ ...libraryStepsQuery, enabled: inMemory });
	const lastUndone = useLastUndone(({ last }) => last);
	if (!detail) return { undo: null, redo: null };
	return nextSteps(detail.discovery.id, detail.undo, (inMemory && library.data?.steps) || [], lastUndone);
}

/** Returns whose step a key turns at this moment, asked of the host: what is shown may be older than what was just
 * done. */
export async function undoScope(direction: keyof NextSteps, discovery: string | null): Promise<string | null> {
	if (discovery === null || useNavigation.getState().view !== "memory") return discovery;
	const [{ undo }, { steps }] = await Promise.all([
		call(commands.discoveryOpen(discovery)),
		call(commands.history(null, null)),
	]);
	const next = nextSteps(discovery, undo, steps, useLastUndone.getState().last)[direction];
	return next === null ? discovery : next.of;
}
