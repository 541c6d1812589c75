import type { DiffWord } from "../ipc/bindings";

export interface WordRun extends DiffWord {
	key: string;
}

/** Returns whether two wordings share enough of their words that a look at the rest says where they differ. */
export function isComparable(words: readonly DiffWord[]): boolean {
	const of = (side: DiffWord["side"]) => words.filter((word) => word.side === side).length;
	return of("both") >= Math.min(of("source"), of("quote"));
}

/** Returns the words with their sides changed: what only the quote has is then what only the source has. */
export function swapSides(words: readonly DiffWord[]): DiffWord[] {
	const other = { both: "both", source: "quote", quote: "source" } as const;
	return words.map(({ side, text }) => ({ side: other[side], text }));
}

/** Neighbouring words of one side as one run, each with a key that says where it stands. */
export function wordRuns(words: readonly DiffWord[]): WordRun[] {
	const runs: WordRun[] = [];
	let at = 0;
	for (const { side, text } of words) {
		const last = runs.at(-1);
		if (last?.side === side) last.text += text;
		else runs.push({ key: `${side} ${at}`, side, text });
		at += text.length;
	}
	return runs;
}
