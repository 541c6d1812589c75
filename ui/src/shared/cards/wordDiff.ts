import type { DiffWord } from "../../ipc/bindings";

/** Two wordings of a text, word by word: what stayed, what went, what came. */

/** Longer texts are told apart as wholes: the table below grows with the product of their words. */
const MOST_WORDS = 1500;

function split(text: string): string[] {
	return text.match(/\S+\s*|\s+/gu) ?? [];
}

/** In the terms of `WordDiff`: `source` is the present text, `quote` the one before. */
export function wordDiff(before: string, now: string): DiffWord[] {
	const [old, fresh] = [split(before), split(now)];
	if (old.length > MOST_WORDS || fresh.length > MOST_WORDS) {
		return [
			{ side: "quote", text: before },
			{ side: "source", text: now },
		];
	}
	const common = lengths(old, fresh);
	const words: DiffWord[] = [];
	let [i, j] = [0, 0];
	while (i < old.length || j < fresh.length) {
		const [was, is] = [old[i], fresh[j]];
		if (was !== undefined && is !== undefined && was.trim() === is.trim()) {
			words.push({ side: "both", text: is });
			i++;
			j++;
		} else if (was !== undefined && (is === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
			words.push({ side: "quote", text: was });
			i++;
		} else if (is !== undefined) {
			words.push({ side: "source", text: is });
			j++;
		}
	}
	return words;
}

/** Returns the number of common words in the rests of both, from every pair of positions. */
function lengths(old: readonly string[], fresh: readonly string[]): Uint16Array[] {
	const table = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1));
	for (let i = old.length - 1; i >= 0; i--) {
		for (let j = fresh.length - 1; j >= 0; j--) {
			const row = table[i];
			if (!row) continue;
			const isSame = old[i]?.trim() === fresh[j]?.trim();
			row[j] = isSame ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
		}
	}
	return table;
}

function at(table: readonly Uint16Array[], i: number, j: number): number {
	return table[i]?.[j] ?? 0;
}
