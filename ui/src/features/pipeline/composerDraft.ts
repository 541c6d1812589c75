import type { Kind } from "../../ipc/bindings";

/** What was begun in a column and left: it stands there when the column is asked again. */

const drafts = new Map<Kind, string>();

export function composerDraft(kind: Kind) {
	return { text: drafts.get(kind) ?? "", keep: (text: string) => void drafts.set(kind, text) };
}
