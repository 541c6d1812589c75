import type { Block, Patch } from "../../../ipc/bindings";
import { applyPatch } from "./patch";

/**
 * The blocks of an answer in groups of one size. A token replaces the last blocks: it makes one group and the short list
 * of groups anew, and every other group is the same value as before, however long the answer has become.
 */
export type BlockGroups = readonly (readonly Block[])[];

export const GROUP = 64;

export const noBlocks: BlockGroups = [];

/** Puts `blocks` in the place of all from `from` on; the one that is there stays where it is said how it has `grown`. */
export function replaceFrom(
	groups: BlockGroups,
	from: number,
	blocks: readonly Block[],
	grown: Patch | null = null,
): BlockGroups {
	const whole = Math.floor(from / GROUP);
	const group = groups[whole] ?? [];
	const there = group[from % GROUP];
	const goesOn = there && grown ? [applyPatch(there, grown)] : [];
	return [...groups.slice(0, whole), ...cut([...group.slice(0, from % GROUP), ...goesOn, ...blocks])];
}

function cut(blocks: readonly Block[]): Block[][] {
	const groups: Block[][] = [];
	for (let at = 0; at < blocks.length; at += GROUP) groups.push(blocks.slice(at, at + GROUP));
	return groups;
}

const known = new WeakMap<readonly Block[], BlockGroups>();

/** The same groups for the same blocks, so that a message that is read again is not drawn again. */
export function groupsOf(blocks: readonly Block[]): BlockGroups {
	const groups = known.get(blocks) ?? cut(blocks);
	known.set(blocks, groups);
	return groups;
}

/** An answer that was drawn as it came stays as it is drawn where the stored one says the same. */
export function reuseDrawnGroups(drawn: BlockGroups, blocks: readonly Block[]): void {
	const fresh = cut(blocks);
	known.set(
		blocks,
		fresh.map((group, at) => {
			const old = drawn[at];
			return old !== undefined && isSame(old, group) ? old : group.map((block, index) => same(old?.[index], block));
		}),
	);
}

function same(old: Block | undefined, fresh: Block): Block {
	return old !== undefined && isSame(old, fresh) ? old : fresh;
}

function isSame(a: unknown, b: unknown): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}
