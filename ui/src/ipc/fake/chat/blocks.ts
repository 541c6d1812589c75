import type { Align, Block, Inline } from "../../bindings";

/** Enough Markdown for what the fake host says: a stand-in for the parser in the core, which knows all of it. */

const FENCE = /^```/m;

/** Cuts a stream at empty lines, so that only what stands after the last of them is parsed again. */
export class BlockStream {
	#tail = "";
	#final = 0;

	/** The blocks that take the place of all from `from` on. */
	push(text: string): { from: number; blocks: Block[] } {
		this.#tail += text;
		const from = this.#final;
		const cut = this.#tail.lastIndexOf("\n\n");
		const isInCode = (this.#tail.slice(0, Math.max(0, cut)).match(/^```/gm)?.length ?? 0) % 2 === 1;
		if (cut < 0 || isInCode) return { from, blocks: parseBlocks(this.#tail) };
		const done = parseBlocks(this.#tail.slice(0, cut));
		this.#tail = this.#tail.slice(cut + 2);
		this.#final += done.length;
		return { from, blocks: [...done, ...parseBlocks(this.#tail)] };
	}
}

export function parseBlocks(text: string): Block[] {
	return segments(text).map(blockOf);
}

function segments(text: string): string[] {
	const found: string[] = [];
	for (const piece of text.split("\n\n")) {
		const open = found.at(-1);
		if (open !== undefined && FENCE.test(open) && open.split("```").length % 2 === 0) {
			found[found.length - 1] = `${open}\n\n${piece}`;
		} else if (piece.trim() !== "") found.push(piece.trimEnd());
	}
	return found;
}

function blockOf(text: string): Block {
	const lines = text.split("\n");
	const [first = ""] = lines;
	const heading = /^(#{1,6}) (.*)$/.exec(first);
	if (heading) return { kind: "heading", level: heading[1]?.length ?? 1, content: inlines(heading[2] ?? "") };
	if (FENCE.test(first)) {
		const body = lines.slice(1).filter((line) => !FENCE.test(line));
		return { kind: "code", language: first.slice(3), text: body.join("\n"), continues: false };
	}
	if (first === "---") return { kind: "rule" };
	if (first.startsWith("> ")) {
		return {
			kind: "quote",
			blocks: [{ kind: "paragraph", content: inlines(lines.map((line) => line.slice(2)).join(" ")) }],
		};
	}
	if (/^(-|\d+\.) /.test(first)) return listOf(lines);
	if (first.startsWith("|") && lines.length > 1) return tableOf(lines);
	return { kind: "paragraph", content: inlines(lines.join(" ")) };
}

function listOf(lines: string[]): Block {
	const ordered = /^\d/.test(lines[0] ?? "");
	const start = ordered ? Number.parseInt(lines[0] ?? "1", 10) : 1;
	const items = lines.map((line): Block[] => [
		{ kind: "paragraph", content: inlines(line.replace(/^\s*(-|\d+\.) ?/, "")) },
	]);
	return { kind: "list", ordered, start, items, continues: false };
}

function tableOf(lines: string[]): Block {
	const cells = (line: string) =>
		line
			.split("|")
			.slice(1, -1)
			.map((cell) => cell.trim());
	const [head = "", rule = "", ...rows] = lines;
	const align = cells(rule).map((cell): Align => (cell.endsWith(":") ? "right" : "none"));
	return {
		kind: "table",
		align,
		head: cells(head).map(inlines),
		rows: rows.map((row) => cells(row).map(inlines)),
		continues: false,
	};
}

const PIECE =
	/\*\*(?<strong>[^*]+)\*\*|\*(?<emphasis>[^*]+)\*|~~(?<strike>[^~]+)~~|`(?<code>[^`]+)`|\[(?<words>[^\]]+)\]\((?<url>(?:https?:|mailto:)[^)]+)\)|\[(?<labels>[IFNRO]-\d+(?:, [IFNRO]-\d+)*)\]|(?<![\w-])(?<label>[IFNRO]-\d+)(?!\w)|\[(?<task>[ x])\] /;

function inlines(text: string): Inline[] {
	const found = PIECE.exec(text);
	if (!found?.groups) return text === "" ? [] : [{ kind: "text", text }];
	const before = text.slice(0, found.index);
	const rest = text.slice(found.index + found[0].length);
	return [
		...(before === "" ? [] : [{ kind: "text" as const, text: before }]),
		...pieceOf(found.groups),
		...inlines(rest),
	];
}

function pieceOf(found: Record<string, string | undefined>): Inline[] {
	const { strong, emphasis, strike, code, words, url, labels, label, task } = found;
	if (strong !== undefined) return [{ kind: "strong", content: inlines(strong) }];
	if (emphasis !== undefined) return [{ kind: "emphasis", content: inlines(emphasis) }];
	if (strike !== undefined) return [{ kind: "strike", content: inlines(strike) }];
	if (code !== undefined) return [{ kind: "code", text: code }];
	if (url !== undefined) return [{ kind: "link", url, content: inlines(words ?? "") }];
	if (task !== undefined) return [{ kind: "task", done: task === "x" }];
	return (labels ?? label ?? "")
		.split(", ")
		.flatMap((one, at): Inline[] => [
			...(at > 0 ? [{ kind: "text" as const, text: ", " }] : []),
			{ kind: "label", label: one },
		]);
}
