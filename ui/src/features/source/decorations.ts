/**
 * Decoration of the words of a source that is Markdown or a transcript. Nothing is taken out: the signs of Markdown
 * stay in the document without a size, so that every offset counts as in the text that is stored.
 */

export type DecorationKind =
	| "sign"
	| "heading"
	| "strong"
	| "em"
	| "code"
	| "speaker"
	| "time"
	| "bullet"
	| "number"
	| "row"
	| "head"
	| "pipe"
	| "rule";

export interface Decoration {
	start: number;
	end: number;
	look: DecorationKind;
	/** Width in characters of the space before it, so that the cells of a table stand below one another. */
	pad?: number;
}

const HEADING = /^(#{1,6}[ \t]+)(?=\p{L}|\d)(.*?)([ \t]+#+)?[ \t]*$/gmu;
const PAIRS: readonly { look: DecorationKind; written: RegExp }[] = [
	{ look: "code", written: /(`)([^`\n]+)(`)/g },
	{ look: "strong", written: /(\*\*|__)(?=\S)([^\n]*?\S)(\1)/g },
	{ look: "em", written: /(?<![\w*])(\*)(?=[^\s*])([^*\n]*?[^\s*])(\*)(?![\w*])/g },
];
/** "Jonas Rosland  0:21" on a line of its own. */
const SPEAKER = /^(\p{Lu}[\p{L}\p{M} .'’-]{1,40}?)[ \t]+([[(]?\d{1,2}:\d{2}(?::\d{2})?[\])]?)[ \t]*$/gmu;

const ITEM = /^([ \t]*)([-*+]|\d{1,3}[.)])(?=[ \t]+\S)/gm;
const ROWS = /(?:^[ \t]*\|.*\|[ \t]*$\n?)+/gm;
const RULE = /^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/;

export function findDecorations(text: string): Decoration[] {
	return [
		...headings(text),
		...PAIRS.flatMap((pair) => between(text, pair)),
		...speakers(text),
		...items(text),
		...[...text.matchAll(ROWS)].flatMap((found) => table(found[0], found.index)),
	];
}

export function beginsWithSpeaker(text: string): boolean {
	return speakers(text).some(({ start }) => start === 0);
}

function headings(text: string): Decoration[] {
	return [...text.matchAll(HEADING)].flatMap((found) => {
		const [, sign = "", words = ""] = found;
		const start = found.index + sign.length;
		return nonEmpty([
			[found.index, start, "sign"],
			[start, start + words.length, "heading"],
			[start + words.length, found.index + found[0].length, "sign"],
		]);
	});
}

function between(text: string, { look, written }: (typeof PAIRS)[number]): Decoration[] {
	return [...text.matchAll(written)].flatMap((found) => {
		const [whole, open = "", words = ""] = found;
		const start = found.index + open.length;
		const end = start + words.length;
		return nonEmpty([
			[found.index, start, "sign"],
			[start, end, look],
			[end, found.index + whole.length, "sign"],
		]);
	});
}

function speakers(text: string): Decoration[] {
	return [...text.matchAll(SPEAKER)].flatMap((found) => {
		const [whole, name = ""] = found;
		const end = found.index + name.length;
		return nonEmpty([
			[found.index, end, "speaker"],
			[end, found.index + whole.length, "time"],
		]);
	});
}

function items(text: string): Decoration[] {
	return [...text.matchAll(ITEM)].flatMap(({ index, 1: indent = "", 2: marker = "" }) => {
		const start = index + indent.length;
		return nonEmpty([[start, start + marker.length, /\d/.test(marker) ? "number" : "bullet"]]);
	});
}

/** Rows of a table, which has at least a head and a rule; `at` is where they begin. */
function table(rows: string, at: number): Decoration[] {
	const lines = rows.replace(/\n$/, "").split("\n");
	if (lines.length < 2 || !RULE.test(lines[1] ?? "")) return [];
	const cells = lines.map((line) => line.split("|").map((cell) => Array.from(cell).length));
	const widest = (column: number) => Math.max(...cells.map((row, line) => (line === 1 ? 0 : (row[column] ?? 0))));
	const starts = lines.map((_, nth) => at + lines.slice(0, nth).reduce((sum, line) => sum + line.length + 1, 0));
	return lines.flatMap((line, nth) => {
		const start = starts[nth] ?? at;
		const whole: Decoration = {
			start,
			end: start + line.length,
			look: nth === 0 ? "head" : nth === 1 ? "rule" : "row",
		};
		if (nth === 1) return [whole];
		const pipes = [...line.matchAll(/\|/g)].map(({ index }, column): Decoration => {
			const pad = widest(column) - (cells[nth]?.[column] ?? 0);
			return { start: start + index, end: start + index + 1, look: "pipe", pad };
		});
		return [whole, ...pipes];
	});
}

function nonEmpty(parts: readonly [start: number, end: number, look: DecorationKind][]): Decoration[] {
	return parts.filter(([start, end]) => start < end).map(([start, end, look]) => ({ start, end, look }));
}
