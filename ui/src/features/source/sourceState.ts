import { create } from "zustand";
import type { InputLocation } from "../../state/navigation";
import { useSelection } from "../../state/selection";
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
	/** The words that were asked for from elsewhere: marked until something else is looked at. */
	marked: InputLocation | null;
	/** The search in the open source; none while the bar is closed. */
	finding: Finding | null;
	hover: (fact: string | null) => void;
	togglePeek: (fact: string | null) => void;
	expand: (block: string) => void;
	beginAddition: (selected: SelectedText) => void;
	changeAddition: (change: Partial<Addition>) => void;
	endAddition: () => void;
	/** Opens the bar, or has its field take the focus; without a text it looks for what it did. */
	find: (change: { text?: string; start?: number }) => void;
	type: (text: string) => void;
}

interface Finding {
	text: string;
	/** The start of the location that is shown. */
	start: number | null;
	turn: number;
}

/** The text that was searched for before the bar was closed. */
let last = "";

export const useSource = create<SourceState>()((set) => ({
	hovered: null,
	peeked: null,
	expanded: new Set(),
	addition: null,
	marked: null,
	finding: null,
	hover: (hovered) => set({ hovered }),
	togglePeek: (fact) => set(({ peeked }) => ({ peeked: peeked === fact ? null : fact })),
	expand: (block) => set(({ expanded }) => ({ expanded: new Set(expanded).add(block) })),
	beginAddition: (selected) => set(({ addition }) => ({ addition: beginOrResume(addition, selected) })),
	changeAddition: (change) => set(({ addition }) => ({ addition: addition && { ...addition, ...change } })),
	endAddition: () => set({ addition: null }),
	find: ({ text, start }) =>
		set(({ finding }) => {
			const before = finding ?? { text: last, start: null, turn: 0 };
			if (start !== undefined) return { finding: { ...before, start } };
			const next = text ?? before.text;
			return { finding: { text: next, start: next === before.text ? before.start : null, turn: before.turn + 1 } };
		}),
	type: (text) => {
		last = text;
		set(({ finding }) => ({ finding: finding && { ...finding, text, start: null } }));
	},
}));

useSelection.subscribe(({ factId, label }) => {
	if (factId !== null || label !== null) useSource.setState({ marked: null });
});

/** Going back to the same words finds what was typed about them. */
function beginOrResume(before: Addition | null, selected: SelectedText): Addition {
	const same = before?.input === selected.input && before.start === selected.start && before.end === selected.end;
	if (same) return { ...before, ...selected, open: true };
	return { ...selected, statement: selected.quote, key: "", value: "", open: true };
}
