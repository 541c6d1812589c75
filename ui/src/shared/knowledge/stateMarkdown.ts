import { packWords } from "../../i18n/packs";
import { words } from "../../i18n/useWords";
import type { BlockLine, KnowledgeBlock } from "../../ipc/bindings";
import { topicOf } from "./topics";

/**
 * The state as Markdown in the language of the window, for pasting elsewhere; the host writes the same in English
 * (`core/src/knowledge/markdown.rs`). The words of facts are text and nothing else: none can become a heading or a link.
 */
export function stateMarkdown(blocks: readonly KnowledgeBlock[]): string {
	return blocks.map(blockMarkdown).join("\n");
}

function blockMarkdown({ key, lines }: KnowledgeBlock): string {
	const title = words(`knowledge.topic.${topicOf(key)}`);
	return [`## ${title}`, "", ...lines.map((line) => `- ${lineMarkdown(line)}`), ""].join("\n");
}

const boxes: Partial<Record<BlockLine["role"], string>> = { question: "[ ] ", check: "[ ] ", resolved: "[x] " };

function lineMarkdown({ role, label, text, factLabel }: BlockLine): string {
	const isMarked = role === "by_hand" || role === "suggested" || role === "note";
	return [
		boxes[role] ?? "",
		label === null ? "" : `**${escaped(packWords("label", label))}:** `,
		escaped(packWords("question", text)),
		isMarked ? ` *(${words(`knowledge.role.${role}`)})*` : "",
		factLabel === null ? "" : ` (${factLabel})`,
	].join("");
}

/** On one line, with a backslash before all that could be markup where it stands. */
function escaped(text: string): string {
	const line = text
		.split(/[\s\p{Cc}]+/u)
		.filter((word) => word !== "")
		.map(escapedWord)
		.join(" ");
	return line.replace(/^[-+=]/, String.raw`\$&`).replace(/^(\d+)([.)])/, String.raw`$1\$2`);
}

function escapedWord(word: string): string {
	const isAddress = /:\/\/|@|www\./i.test(word);
	return word.replaceAll(isAddress ? /[\\`*_[\]<>#|~&!$^{}:.@]/g : /[\\`*_[\]<>#|~&!$^{}]/g, String.raw`\$&`);
}
