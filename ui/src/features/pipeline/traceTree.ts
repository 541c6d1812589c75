import type { TraceNode } from "../../ipc/bindings";

/** As much of a chain as has at most so many entities, the nearest first, and how many were left out. */
export function shorten(root: TraceNode, most: number): { root: TraceNode; left: number } {
	const kept = new Set<TraceNode>();
	let all = 0;
	for (let level = [root]; level.length > 0; level = level.flatMap(({ children }) => children)) {
		all += level.length;
		for (const node of level) if (kept.size < most) kept.add(node);
	}
	const cut = (node: TraceNode): TraceNode => ({
		...node,
		children: node.children.filter((child) => kept.has(child)).map(cut),
	});
	return { root: cut(root), left: all - kept.size };
}
