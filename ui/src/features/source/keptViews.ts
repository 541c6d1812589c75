import type { VirtualItem } from "@tanstack/react-virtual";
import { useNavigation } from "../../state/navigation";
import { useSelection } from "../../state/selection";

/** The position where each text was left, with the heights that were measured, so that going back to it finds the same
 * lines. */

interface KeptView {
	offset: number;
	rows: VirtualItem[];
}

const views = new Map<string, KeptView>();

export function keepView(name: string, offset: number, rows: VirtualItem[]): void {
	views.set(name, { offset, rows });
}

/** Nothing where something is asked for in the source: then that comes into view, not the old place. */
export function keptView(name: string, input: string): KeptView | undefined {
	const { turn, factId, origin } = useSelection.getState();
	const isSelected = turn > shown && factId !== null && origin !== "source";
	const isAsked = isSelected || useNavigation.getState().target?.input === input;
	return isAsked ? undefined : views.get(name);
}

let shown = 0;

/** Whether something was selected that no text has shown yet; true once of each. */
export function isNews(turn: number): boolean {
	if (turn <= shown) return false;
	shown = turn;
	return true;
}
