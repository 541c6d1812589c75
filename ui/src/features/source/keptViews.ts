import type { VirtualItem } from "@tanstack/react-virtual";
import { useNavigation } from "../../state/navigation";
import { useSelection } from "../../state/selection";

/** The position where each text was left, with the heights that were measured, so that going back to it finds the same
 * lines. */

interface KeptView {
	offset: number;
	rows: VirtualItem[];
	/** The last selection or request by then. */
	turn: number;
	request: number;
}

const views = new Map<string, KeptView>();

export function keepView(input: string, offset: number, rows: VirtualItem[]): void {
	views.set(input, { offset, rows, ...asked() });
}

/** Nothing where something was selected or asked for since: then its words come into view, not the old place. */
export function keptView(input: string): KeptView | undefined {
	const kept = views.get(input);
	const { turn, request } = asked();
	return kept?.turn === turn && kept.request === request ? kept : undefined;
}

function asked(): { turn: number; request: number } {
	return { turn: useSelection.getState().turn, request: useNavigation.getState().target?.request ?? 0 };
}
