import type { TraceNode } from "../../ipc/bindings";

/** As much of a chain as has at most so many entities, the nearest first, and how many were left out. */
export function limitTrace(root: TraceNode, most: number): { root: TraceNode; left: number } {
	const keptNodes = new Set<TraceNode>();
	let all = 0;
	for (let level = [root]; level.length > 0; level = level.flatMap(({ children }) => children)) {
		all += level.length;
		for (const node of level) if (keptNodes.size < most) keptNodes.add(node);
	}
	const cut = (node: TraceNode): TraceNode => ({
		...node,
		children: node.children.filter((child) => keptNodes.has(child)).map(cut),
	});
	return { root: cut(root), left: all - keptNodes.size };
}
