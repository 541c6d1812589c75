import { ChangeSet, Text } from "@codemirror/state";

/** The one stretch that two texts differ in. */
export function textDifference(from: string, to: string): { from: number; to: number; insert: string } {
	let start = 0;
	const most = Math.min(from.length, to.length);
	while (start < most && from[start] === to[start]) start++;
	let end = 0;
	while (end < most - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
	return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}

/** Merges changes made elsewhere into a text that was written on meanwhile: no word that somebody wrote is lost. */
export function mergeTexts(base: string, mine: string, theirs: string): string {
	if (mine === base) return theirs;
	if (theirs === base || theirs === mine) return mine;
	const asText = (text: string) => Text.of(text.split("\n"));
	const own = ChangeSet.of(textDifference(base, mine), base.length, "\n");
	const other = ChangeSet.of(textDifference(base, theirs), base.length, "\n");
	return other
		.map(own)
		.apply(own.apply(asText(base)))
		.toString();
}
