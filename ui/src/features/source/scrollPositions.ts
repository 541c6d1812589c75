import type { VirtualItem } from "@tanstack/react-virtual";
import { useNavigation } from "../../state/navigation";
import { useSelection } from "../../state/selection";

/** The position where each text was left, with the heights that were measured, so that going back to it finds the same
 * lines. */

interface ScrollPosition {
	offset: number;
	rows: VirtualItem[];
}

const views = new Map<string, ScrollPosition>();

export function saveScrollPosition(name: string, offset: number, rows: VirtualItem[]): void {
	views.set(name, { offset, rows });
}

/** Returns nothing where something is asked for in the source: then that comes into view, not the old position. */
export function savedScrollPosition(name: string, input: string): ScrollPosition | undefined {
	const { turn, factId, origin } = useSelection.getState();
	const isSelected = turn > shown && factId !== null && origin !== "source";
	const isAsked = isSelected || useNavigation.getState().target?.input === input;
	return isAsked ? undefined : views.get(name);
}

let shown = 0;

/** Returns whether something was selected that no text has shown yet; true once for each selection. */
export function isNewSelection(turn: number): boolean {
	if (turn <= shown) return false;
	shown = turn;
	return true;
}
