import type { Block, Patch } from "../../../ipc/bindings";

/** The block that the window has, as the host says it goes on: what stays in it is the same value as before. */
export function applyPatch(block: Block, by: Patch): Block {
	return patched(block, by) as Block;
}

function patched(old: unknown, by: Patch): unknown {
	switch (by.kind) {
		case "text":
			return (old as string).slice(0, by.keep) + by.more;
		case "list": {
			const all = old as readonly unknown[];
			const next = by.next === null ? [] : [patched(all[by.keep], by.next)];
			return [...all.slice(0, by.keep), ...next, ...by.more];
		}
		case "field": {
			const object = old as Readonly<Record<string, unknown>>;
			return { ...object, [by.name]: patched(object[by.name], by.by) };
		}
	}
}
