import type { Label } from "../../../ipc/label";
import type { Draft } from "./drafts";

/** Between the editor's document and what is sent: a line a paragraph, a mention as its label. */

interface MentionNode {
	type: "mention";
	attrs: { id: Label };
}

interface TextNode {
	type: "text";
	text: string;
}

interface Paragraph {
	type: "paragraph";
	content: (MentionNode | TextNode)[];
}

export interface Doc {
	type: "doc";
	content: Paragraph[];
}

export function docOf({ text, mentions }: Draft): Doc {
	return {
		type: "doc",
		content: text.split("\n").map((line) => ({ type: "paragraph", content: pieces(line, mentions) })),
	};
}

/** Every occurrence of a mentioned label, and the words between. "F-1" does not stand in "F-12". */
export function splitAtLabels(line: string, mentions: readonly Label[]): string[] {
	if (mentions.length === 0) return [line];
	const names = mentions.filter((label) => /^[A-Z]-\d+$/.test(label)).join("|");
	return names === "" ? [line] : line.split(new RegExp(`(?<![\\w-])(${names})(?![\\w-])`));
}

function pieces(line: string, mentions: readonly Label[]): Paragraph["content"] {
	return splitAtLabels(line, mentions)
		.map((piece, at): MentionNode | TextNode =>
			at % 2 === 1 ? { type: "mention", attrs: { id: piece } } : { type: "text", text: piece },
		)
		.filter((node) => node.type === "mention" || node.text !== "");
}

/** As much as is read of the editor's own JSON. */
interface AnyNode {
	type?: string;
	text?: string;
	attrs?: { id?: Label };
	content?: AnyNode[];
}

export function draftOf(doc: AnyNode): Draft {
	const mentions = new Set<Label>();
	const lines = (doc.content ?? []).map((paragraph) =>
		(paragraph.content ?? [])
			.map(({ type, text, attrs }) => {
				if (type !== "mention") return text ?? "";
				const label = attrs?.id ?? "";
				// An item is named by a token in the words themselves.
				if (!label.startsWith("@")) mentions.add(label);
				return label;
			})
			.join(""),
	);
	return { text: lines.join("\n"), mentions: [...mentions] };
}
