import { create } from "zustand";
import { type CommandId, catalog } from "./catalog";

/**
 * The present actions of the commands. A view has the say over what the window offers for the selected fact everywhere;
 * of two at one level, the one that was shown last.
 */

interface Binding {
	run: () => void;
	level: Level;
}

export type Level = "everywhere" | "view";

interface Bindings {
	bound: Partial<Record<CommandId, readonly Binding[]>>;
	/** Dialogs open above the window: they take every key that is not their own. */
	dialogs: number;
}

export const useBindings = create<Bindings>()(() => ({ bound: {}, dialogs: 0 }));

export function bindCommand(id: CommandId, binding: Binding): () => void {
	useBindings.setState(({ bound }) => ({ bound: { ...bound, [id]: [...(bound[id] ?? []), binding] } }));
	return () =>
		useBindings.setState(({ bound }) => ({
			bound: { ...bound, [id]: (bound[id] ?? []).filter((one) => one !== binding) },
		}));
}

function current(id: CommandId, { bound }: Bindings): Binding | undefined {
	return bound[id]?.findLast(({ level }) => level === "view") ?? bound[id]?.at(-1);
}

export function isAvailable(id: CommandId, state: Bindings): boolean {
	return current(id, state) !== undefined;
}

/** Runs the command if something has bound it; says whether it did. */
export function runCommand(id: CommandId): boolean {
	const binding = current(id, useBindings.getState());
	binding?.run();
	return binding !== undefined;
}

export function openDialog(): () => void {
	useBindings.setState(({ dialogs }) => ({ dialogs: dialogs + 1 }));
	return () => useBindings.setState(({ dialogs }) => ({ dialogs: dialogs - 1 }));
}

export function keysOf(id: CommandId): readonly string[] {
	return catalog[id].keys ?? [];
}
