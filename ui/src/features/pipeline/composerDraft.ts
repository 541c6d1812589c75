import type { Kind } from "../../ipc/bindings";

/** Returns the draft that was left in a column: it is there when the column is asked again. */

const drafts = new Map<Kind, string>();

export function composerDraft(kind: Kind) {
	return { text: drafts.get(kind) ?? "", keep: (text: string) => void drafts.set(kind, text) };
}
