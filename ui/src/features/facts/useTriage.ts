import { type RefObject, useRef } from "react";
import { useCommand } from "../../commands/useCommand";
import { number } from "../../i18n/format";
import { words } from "../../i18n/useWords";
import type { FactRow } from "../../ipc/bindings";
import { openNewCard } from "../../shared/cards/newCard";
import { acceptFacts, rejectFacts } from "../../shared/facts/actions";
import { allows } from "../../shared/facts/choices";
import type { useTicks } from "../../shared/facts/useTicks";
import { askIfMany } from "../../state/manyFacts";
import { useSelection } from "../../state/selection";
import { showToast } from "../../state/toasts";

interface Triage {
	discovery: string;
	rows: readonly FactRow[];
	ticks: ReturnType<typeof useTicks<FactRow>>;
	/** Brings a row into view. */
	reveal: (row: FactRow) => void;
	search: RefObject<HTMLInputElement | null>;
}

/** Going through the list by keys: a decision moves on to the next fact; ticked facts are decided together. */
export function useTriage({ discovery, rows, ticks, reveal, search }: Triage) {
	const selected = useSelection((selection) => selection.factId);
	const select = useSelection((selection) => selection.select);
	const clearSelection = useSelection((selection) => selection.clear);
	const at = rows.findIndex((row) => row.id === selected);

	const step = (by: number) => {
		const next = Math.min(Math.max(at < 0 ? 0 : at + by, 0), rows.length - 1);
		const row = rows[next];
		if (!row) return;
		select(row.id, "facts");
		reveal(row);
	};
	const targets = () => {
		const current = rows[at];
		if (ticks.ticked.size > 0) return rows.filter((row) => ticks.ticked.has(row.id));
		return current ? [current] : [];
	};
	const isMoving = useRef(false);
	const decide = async (wanted: readonly FactRow[], act: typeof acceptFacts) => {
		// What is shown is being left: a key that comes meanwhile is for nothing that anybody sees.
		if (wanted.length === 0 || isMoving.current) return;
		isMoving.current = true;
		const done = await act(
			discovery,
			wanted.map((row) => row.id),
		);
		isMoving.current = false;
		if (!done) return;
		if (ticks.ticked.size > 0) ticks.clear();
		else step(1);
	};
	// One that was rejected is accepted only by itself: among many it is passed over, as the ledger does.
	const isOne = targets().length === 1;
	const acceptable = targets().filter((row) => allows("accept", row) && (isOne || row.status !== "rejected"));
	const rejectable = targets().filter((row) => allows("reject", row));
	// The choice of the right one of two sources cannot be made for many at once.
	const accept = () => {
		if (targets().some((row) => row.status === "conflict")) showToast({ title: words("facts.conflictsFirst") });
		void decide(acceptable, acceptFacts);
	};
	const reject = () => void decide(rejectable, rejectFacts);

	const hasTicks = ticks.ticked.size > 0;
	const hasTarget = at >= 0 || hasTicks;
	useCommand("list.next", () => step(1), rows.length > 0);
	useCommand("list.previous", () => step(-1), rows.length > 0);
	useCommand("list.search", () => search.current?.focus());
	useCommand("list.toggle", () => rows[at] && ticks.toggle(rows[at], false), at >= 0);
	useCommand("list.selectAll", ticks.tickAll, rows.length > 0);
	// While facts are ticked the keys are for these, also where there is nothing to do: never for the selected one.
	const acceptByKey = () => askIfMany(acceptable.length, () => manyQuestion("accept", acceptable.length), accept);
	const rejectByKey = () => askIfMany(rejectable.length, () => manyQuestion("reject", rejectable.length), reject);
	useCommand("fact.accept", acceptByKey, hasTicks || acceptable.length > 0);
	useCommand("fact.reject", rejectByKey, hasTicks || rejectable.length > 0);
	const insight = () =>
		openNewCard(
			"insight",
			targets().map((row) => row.label),
			ticks.clear,
		);
	useCommand("make.next", insight, hasTarget);
	useCommand("make.insight", insight, hasTarget);
	useCommand("fact.clear", ticks.ticked.size > 0 ? ticks.clear : clearSelection, hasTarget);

	return { step, accept, reject, insight, acceptable: acceptable.length, rejectable: rejectable.length };
}

function manyQuestion(change: "accept" | "reject", count: number) {
	const shown = number(count);
	return { title: words(`facts.many.${change}`, { shown }), yes: words(`facts.${change}Count`, { count: shown }) };
}
