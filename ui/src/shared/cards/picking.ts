import type { Label } from "../../ipc/label";

/** The selected cards after a press: one, one more or less, or all from the last one to this one. */

export interface PickedCards {
	selected: ReadonlySet<Label>;
	/** The start of a range. */
	anchor: Label | null;
	/** The card that the keys start from. */
	active: Label | null;
}

export type Press = "one" | "toggle" | "range";

export const nothingPicked: PickedCards = { selected: new Set(), anchor: null, active: null };

/** `between` are the labels from the anchor to the pressed card, both included, in any order. */
export function pickedAfterPress(
	picked: PickedCards,
	label: Label,
	how: Press,
	between: readonly Label[] = [],
): PickedCards {
	if (how === "range" && picked.anchor !== null && between.length > 0) {
		return { selected: new Set(between), anchor: picked.anchor, active: label };
	}
	if (how === "toggle") {
		const selected = new Set(picked.selected);
		if (!selected.delete(label)) selected.add(label);
		return { selected, anchor: label, active: label };
	}
	return { selected: new Set([label]), anchor: label, active: label };
}

/** Without what is no longer there. */
export function withoutLabels(picked: PickedCards, removed: readonly Label[]): PickedCards {
	const selected = new Set(picked.selected);
	for (const label of removed) selected.delete(label);
	const keep = (label: Label | null) => (label !== null && removed.includes(label) ? null : label);
	return { selected, anchor: keep(picked.anchor), active: keep(picked.active) };
}
