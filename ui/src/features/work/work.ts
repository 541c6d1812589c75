import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { RoundDone } from "../../ipc/bindings";

/** The last state of the Work screen: its scope in each discovery, the way of asking, and the folded panels. */

export type ScopeKind = "project" | "item" | "items";
export type WorkPanel = "questions" | "conversation" | "state";
type Asking = "questions" | "free";

interface Scope {
	kind: ScopeKind;
	/** "i1"; kept while the whole project is looked at, so that one press leads back. */
	items: readonly string[];
}

interface Work {
	scopes: Readonly<Record<string, Scope>>;
	asking: Asking;
	folded: Readonly<Record<WorkPanel, boolean>>;
	/** The panel shown where only one has room. */
	active: WorkPanel;
	/** The result of the last round in each discovery; not remembered. */
	last: Readonly<Record<string, RoundDone>>;
	scope: (discovery: string, scope: Scope) => void;
	ask: (asking: Asking) => void;
	fold: (panel: WorkPanel, folded: boolean) => void;
	show: (panel: WorkPanel) => void;
}

export const wholeProject: Scope = { kind: "project", items: [] };

export const useWork = create<Work>()(
	persist(
		(set) => ({
			scopes: {},
			asking: "questions",
			folded: { questions: false, conversation: false, state: false },
			active: "questions",
			last: {},
			scope: (discovery, scope) => set(({ scopes }) => ({ scopes: { ...scopes, [discovery]: scope } })),
			ask: (asking) => set({ asking }),
			fold: (panel, folded) => set((now) => ({ folded: { ...now.folded, [panel]: folded } })),
			show: (active) => set({ active }),
		}),
		{ name: "factly.work", partialize: ({ scopes, asking, folded, active }) => ({ scopes, asking, folded, active }) },
	),
);

/** Returns the items that are asked about: nothing is the whole project; null while items are to be chosen. One item is
 * `first` at first. */
export function itemsAsked({ kind, items }: Scope, first?: string): readonly string[] | null {
	if (kind === "project") return none;
	const one = items[0] ?? first;
	const itemsInScope = kind === "items" ? items : one === undefined ? none : [one];
	return itemsInScope.length === 0 ? null : itemsInScope;
}

const none: readonly string[] = [];
