import { create } from "zustand";
import type { SelectedText } from "./useSelectedText";

/** The source view's own state: nothing here is known to the host. */

/** The fact being made from selected words; kept when its form is closed, so that nothing typed is lost. */
export interface Addition extends SelectedText {
	statement: string;
	key: string;
	value: string;
	open: boolean;
}

interface SourceState {
	/** The fact under the pointer, in the text or among the cards. */
	hovered: string | null;
	/** The fact whose card is opened in place. */
	peeked: string | null;
	/** Blocks with many facts that show them all, as "input/block". */
	expanded: ReadonlySet<string>;
	addition: Addition | null;
	hover: (fact: string | null) => void;
	togglePeek: (fact: string | null) => void;
	expand: (block: string) => void;
	beginAddition: (selected: SelectedText) => void;
	changeAddition: (change: Partial<Addition>) => void;
	endAddition: () => void;
}

export const useSource = create<SourceState>()((set) => ({
	hovered: null,
	peeked: null,
	expanded: new Set(),
	addition: null,
	hover: (hovered) => set({ hovered }),
	togglePeek: (fact) => set(({ peeked }) => ({ peeked: peeked === fact ? null : fact })),
	expand: (block) => set(({ expanded }) => ({ expanded: new Set(expanded).add(block) })),
	beginAddition: (selected) => set(({ addition }) => ({ addition: begun(addition, selected) })),
	changeAddition: (change) => set(({ addition }) => ({ addition: addition && { ...addition, ...change } })),
	endAddition: () => set({ addition: null }),
}));

/** Going back to the same words finds what was typed about them. */
function begun(before: Addition | null, selected: SelectedText): Addition {
	const same = before?.input === selected.input && before.start === selected.start && before.end === selected.end;
	if (same) return { ...before, ...selected, open: true };
	return { ...selected, statement: selected.quote, key: "", value: "", open: true };
}
