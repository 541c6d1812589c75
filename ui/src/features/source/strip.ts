import { type Tone, toneOf } from "../../components/factTone";
import type { SourceMark } from "../../ipc/bindings";

/**
 * The strip at the scroll bar: where each fact stands in the whole text. Positions come from the estimated heights, so that
 * marks do not wander while rows are being measured.
 */

/** The strip is drawn in this many steps; marks of a kind that fall on one step are one mark. */
export const STEPS = 500;

export type StripMarks = Partial<Record<Tone, number[]>>;

/** `tops[i]` is where block i begins; one more entry gives the end of the text. */
export function stripMarks(marks: readonly SourceMark[], tops: readonly number[]): StripMarks {
	const total = tops.at(-1) ?? 0;
	const taken = new Map<Tone, Set<number>>();
	for (const mark of marks) {
		const top = tops[mark.block];
		if (top === undefined || total <= 0) continue;
		const tone = toneOf(mark);
		taken.set(tone, (taken.get(tone) ?? new Set()).add(Math.min(STEPS - 1, Math.floor((top / total) * STEPS))));
	}
	return Object.fromEntries([...taken].map(([tone, steps]) => [tone, [...steps].toSorted((a, b) => a - b)]));
}

/** The block that lies at a fraction of the strip's height. */
export function blockAt(fraction: number, tops: readonly number[]): number {
	const wanted = fraction * (tops.at(-1) ?? 0);
	let low = 0;
	let high = Math.max(0, tops.length - 2);
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if ((tops[middle] ?? 0) <= wanted) low = middle;
		else high = middle - 1;
	}
	return low;
}
