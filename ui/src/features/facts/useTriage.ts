import type { RefObject } from "react";
import { useSelection } from "../../app/selection";
import { note } from "../../app/toasts";
import { useCommand } from "../../commands/useCommand";
import type { VirtualListHandle } from "../../components/VirtualList";
import { words } from "../../i18n/useWords";
import type { FactRow } from "../../ipc/bindings";
import { acceptFacts, rejectFacts } from "./actions";
import type { useTicks } from "./useTicks";

interface Triage {
	discovery: string;
	rows: readonly FactRow[];
	ticks: ReturnType<typeof useTicks>;
	list: RefObject<VirtualListHandle | null>;
	search: RefObject<HTMLInputElement | null>;
}

/** Going through the list by keys: a decision moves on to the next fact; ticked facts are decided together. */
export function useTriage({ discovery, rows, ticks, list, search }: Triage) {
	const selected = useSelection((selection) => selection.factId);
	const select = useSelection((selection) => selection.select);
	const clearSelection = useSelection((selection) => selection.clear);
	const at = rows.findIndex((row) => row.id === selected);

	const step = (by: number) => {
		const next = Math.min(Math.max(at < 0 ? 0 : at + by, 0), rows.length - 1);
		const row = rows[next];
		if (!row) return;
		select(row.id, "facts");
		list.current?.scrollTo(next);
	};
	const targets = () => {
		const current = rows[at];
		if (ticks.ticked.size > 0) return rows.filter((row) => ticks.ticked.has(row.id));
		return current ? [current] : [];
	};
	const decide = async (wanted: readonly FactRow[], act: typeof acceptFacts) => {
		if (wanted.length === 0) return;
		const done = await act(
			discovery,
			wanted.map((row) => row.id),
		);
		if (!done) return;
		if (ticks.ticked.size > 0) ticks.clear();
		else step(1);
	};
	// Which of two sources is right cannot be said for many at once.
	const accept = () => {
		const wanted = targets();
		const clear = wanted.filter((row) => row.status !== "conflict");
		if (clear.length < wanted.length) note({ title: words("facts.conflictsFirst") });
		void decide(clear, acceptFacts);
	};
	const reject = () => void decide(targets(), rejectFacts);

	const hasTarget = at >= 0 || ticks.ticked.size > 0;
	useCommand("list.next", () => step(1), rows.length > 0);
	useCommand("list.previous", () => step(-1), rows.length > 0);
	useCommand("list.search", () => search.current?.focus());
	useCommand("list.toggle", () => rows[at] && ticks.toggle(rows[at], false), at >= 0);
	useCommand("list.selectAll", ticks.tickAll, rows.length > 0);
	useCommand("fact.accept", accept, hasTarget);
	useCommand("fact.reject", reject, hasTarget);
	useCommand("fact.clear", ticks.ticked.size > 0 ? ticks.clear : clearSelection, hasTarget);

	return { step, accept, reject };
}
