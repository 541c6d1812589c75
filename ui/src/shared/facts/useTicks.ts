import { useState } from "react";

/** The rows ticked for one decision on all of them. Shift ticks everything since the last one. */
export function useTicks<Row extends { id: string }>(rows: readonly Row[]) {
	const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
	const [anchor, setAnchor] = useState<string | null>(null);

	const toggle = (row: Row, range: boolean) => {
		const next = new Set(ticked);
		const from = range ? rows.findIndex((candidate) => candidate.id === anchor) : -1;
		const to = rows.indexOf(row);
		if (from >= 0) {
			for (const between of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(between.id);
		} else if (!next.delete(row.id)) {
			next.add(row.id);
		}
		setTicked(next);
		setAnchor(row.id);
	};

	return {
		ticked,
		toggle,
		tickAll: () => setTicked(new Set(rows.map((row) => row.id))),
		clear: () => setTicked(new Set()),
	};
}
