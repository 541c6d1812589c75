import type { CoverageClass, CoverageTotals, CoveredStretch } from "../../../ipc/bindings";

/** The possible outcomes of a part of a text, in the order in which they are shown. */
export const classes: readonly CoverageClass[] = ["facts", "unaligned", "rejected", "skipped", "nothing", "unread"];

export function charsOf(totals: CoverageTotals): Record<CoverageClass, number> {
	return {
		facts: totals.factsChars,
		unaligned: totals.unalignedChars,
		rejected: totals.rejectedChars,
		skipped: totals.skippedChars,
		nothing: totals.nothingChars,
		unread: totals.unreadChars,
	};
}

/** A part of the bar: where it begins and how long it is, in shares of the text. */
export interface Cell {
	class: CoverageClass;
	from: number;
	to: number;
	/** The first stretch in it. */
	stretch: number;
}

/** More than these cannot be told apart in a bar. */
const MOST = 400;

/**
 * The stretches as a bar. Where there are too many, each cell shows the one of its stretches that tells most: what was
 * not read, then what did not align, then what was rejected, then the longest.
 */
export function barOf(stretches: readonly CoveredStretch[]): Cell[] {
	const end = stretches.at(-1)?.end ?? 0;
	if (end === 0) return [];
	const step = Math.max(1, Math.ceil(stretches.length / MOST));
	const cells: Cell[] = [];
	for (let at = 0; at < stretches.length; at += step) {
		const some = stretches.slice(at, at + step);
		const [first] = some;
		const last = some.at(-1);
		if (!first || !last) continue;
		const telling = some.toSorted((a, b) => weight(b) - weight(a))[0] ?? first;
		cells.push({ class: telling.class, from: first.start / end, to: last.end / end, stretch: at });
	}
	return cells;
}

function weight({ class: of, start, end }: CoveredStretch): number {
	const rank = { unread: 3e9, unaligned: 2e9, rejected: 1e9, facts: 0, skipped: 0, nothing: 0 }[of];
	return rank + end - start;
}
