import type { Block, Inline } from "../../../ipc/bindings";

/** The words of an answer without its marks, as far as they are wanted: for reading aloud. */
export function plainText(blocks: readonly Block[], most: number): string {
	let text = "";
	for (const block of blocks) {
		if (text.length >= most) break;
		text += `${blockText(block)} `;
	}
	return text.length > most ? `${text.slice(0, most).trimEnd()}…` : text.trim();
}

function blockText(block: Block): string {
	switch (block.kind) {
		case "paragraph":
		case "heading":
			return inlineText(block.content);
		case "code":
			return block.text;
		case "list":
			return block.items.map((item) => item.map(blockText).join(" ")).join(" ");
		case "quote":
			return block.blocks.map(blockText).join(" ");
		case "table":
			return [block.head, ...block.rows].map((row) => row.map(inlineText).join(", ")).join(". ");
		case "rule":
			return "";
	}
}

function inlineText(content: readonly Inline[]): string {
	return content.map(pieceText).join("");
}

function pieceText(piece: Inline): string {
	switch (piece.kind) {
		case "text":
		case "code":
			return piece.text;
		case "strong":
		case "emphasis":
		case "strike":
		case "link":
			return inlineText(piece.content);
		case "label":
			return piece.label;
		case "citation":
			return piece.id;
		case "break":
			return " ";
		case "task":
		case "mark":
			return "";
	}
}
