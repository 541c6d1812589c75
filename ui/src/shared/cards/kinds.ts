import type { Kind, OutputType } from "../../ipc/bindings";
import type { Label } from "../../ipc/label";

export const kinds: readonly Kind[] = ["input", "fact", "insight", "recommendation", "output"];

const letters = new Map<string, Kind>([
	["I", "input"],
	["F", "fact"],
	["N", "insight"],
	["R", "recommendation"],
	["O", "output"],
]);

export const outputTypes: readonly OutputType[] = ["report", "presentation", "action_plan", "brief"];

export function kindOf(label: Label): Kind {
	return letters.get(label.charAt(0)) ?? "fact";
}

/** The column that this one rests on. */
export function kindBefore(kind: Kind): Kind | null {
	return kinds[kinds.indexOf(kind) - 1] ?? null;
}

/** The column that rests on this one. */
export function kindAfter(kind: Kind): Kind | null {
	return kinds[kinds.indexOf(kind) + 1] ?? null;
}

/** Two cards as a link has them, from the one that carries to the one that rests on it; null if they are no neighbours. */
export function asLink(a: Label, b: Label): { up: Label; down: Label } | null {
	const step = kinds.indexOf(kindOf(b)) - kinds.indexOf(kindOf(a));
	if (step === 1) return { up: a, down: b };
	if (step === -1) return { up: b, down: a };
	return null;
}
