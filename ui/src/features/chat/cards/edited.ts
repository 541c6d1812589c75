import type { CardEdited, CardShown } from "../../../ipc/bindings";
import type { Label } from "../../../ipc/label";
import type { CardDraft } from "./deciding";

/** Between what a card shows and what the analyst makes of it. */

type Editable = Exclude<CardShown, { type: "delete" }>;

export function draftFrom(shown: Editable): CardDraft {
	if (shown.type === "edit") return { text: shown.after, links: "", outputType: null };
	const { text, links, outputType } = shown;
	return { text, links: links.map(({ label }) => label).join(", "), outputType };
}

export function editedFrom(shown: CardShown, { text, links, outputType }: CardDraft): CardEdited {
	const relatedIds = shown.type === "add" ? labelsIn(links) : [];
	return { text: text.trim(), relatedIds, outputType };
}

/** "F-1, f-3 F-1" as labels, each once. What is none is for the host to object to, so nothing is dropped unseen. */
function labelsIn(text: string): Label[] {
	const words = text.toUpperCase().split(/[\s,;]+/);
	return [...new Set(words.filter((word) => word !== ""))];
}
