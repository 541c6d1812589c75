import type { Label } from "../../label";
import type { Handlers } from "../reply";
import type { FakeState } from "../state";
import { boardOf, cardOf, kindOf } from "./board";
import { Change } from "./change";
import { entityOf } from "./read";

type Finish = (change: Change, discovery: string, name: string) => void;

const named = (verb: string, labels: readonly Label[]) =>
	labels.length === 1 ? `${verb} ${labels[0]}` : `${verb} ${labels.length} entities`;

/** Where cards stand in their column, and two made one. */
export function arrangeHandlers(state: FakeState, finish: Finish) {
	return {
		entityMove: ({ discovery, labels, before }: { discovery: string; labels: Label[]; before: Label | null }) => {
			const change = new Change(state, discovery);
			const first = labels[0];
			if (first === undefined) return null;
			const column = change.board.columns[kindOf(first)]
				.filter(({ label }) => !labels.includes(label))
				.toSorted((a, b) => a.rank - b.rank);
			const at = before === null ? column.length : column.findIndex(({ label }) => label === before);
			const above = column[at - 1]?.rank ?? 0;
			const below = column[at]?.rank ?? above + 2 ** 21;
			labels.forEach((label, index) => {
				change.set(label, { rank: above + ((below - above) * (index + 1)) / (labels.length + 1) });
			});
			finish(change, discovery, named("Move", labels));
			return null;
		},
		entityMerge: ({ discovery, keep, drop }: { discovery: string; keep: Label; drop: Label[] }) => {
			const change = new Change(state, discovery);
			for (const one of drop) {
				for (const up of change.board.up.get(one) ?? []) change.link(up, keep);
				for (const down of change.board.down.get(one) ?? []) change.link(keep, down);
				if (kindOf(one) === "fact") change.reject(one);
				change.remove(one);
			}
			finish(change, discovery, `Merge ${drop.length === 1 ? drop[0] : drop.length} into ${keep}`);
			const board = boardOf(state.content, discovery);
			return { card: cardOf(board, entityOf(board, keep)) };
		},
		entityKeepVariants: ({ discovery, labels }: { discovery: string; labels: Label[] }) => {
			const change = new Change(state, discovery);
			const kept = labels.map((label) => entityOf(change.board, label));
			kept.forEach((one, at) => {
				for (const other of kept.slice(0, at)) change.keepApart(one, other);
			});
			finish(change, discovery, `Keep ${labels.length === 2 ? labels.join(" and ") : labels.length} as variants`);
			return null;
		},
	} satisfies Handlers<"entityMove" | "entityMerge" | "entityKeepVariants">;
}
