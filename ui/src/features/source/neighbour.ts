/** The next or the previous fact in reading order, also where nothing has been fetched yet. */
import type { SourceBlock } from "../../ipc/bindings";

export type Direction = 1 | -1;

type From = { block: number; fact: string | null };
type Fetch = (block: number) => Promise<SourceBlock | undefined>;

/** Null at either end of the text: the selection stays where it is. */
export async function neighbourFact(
	factCounts: readonly number[],
	from: From,
	direction: Direction,
	fetch: Fetch,
): Promise<string | null> {
	const here = inOrder(await fetch(from.block), direction);
	const near = from.fact === null ? here[0] : here[here.indexOf(from.fact) + 1];
	if (near) return near;
	const block = nextWithFacts(factCounts, from.block, direction);
	if (block === null) return null;
	return inOrder(await fetch(block), direction)[0] ?? null;
}

function nextWithFacts(factCounts: readonly number[], from: number, direction: Direction): number | null {
	for (let block = from + direction; block >= 0 && block < factCounts.length; block += direction) {
		if ((factCounts[block] ?? 0) > 0) return block;
	}
	return null;
}

function inOrder(block: SourceBlock | undefined, direction: Direction): string[] {
	const facts = (block?.facts ?? []).map(({ id }) => id);
	return direction === 1 ? facts : facts.toReversed();
}
