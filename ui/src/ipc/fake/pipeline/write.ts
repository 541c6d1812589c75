import type { Because, EntityStatus, Kind, OutputType } from "../../bindings";
import type { Label } from "../../label";
import { fault, type Handlers, type Notify } from "../reply";
import type { FakeState } from "../state";
import { boardOf, cardOf, kindOf } from "./board";
import { Change, nextNumber } from "./change";
import { duplicatesOf } from "./likeness";
import { made } from "./made";
import { downstreamOf, entityOf } from "./read";

const weakened: Record<Kind, EntityStatus> = {
	input: "outdated",
	fact: "unsupported",
	insight: "weak",
	recommendation: "risky",
	output: "needs_refresh",
};

const named = (verb: string, labels: readonly Label[]) =>
	labels.length === 1 ? `${verb} ${labels[0]}` : `${verb} ${labels.length} entities`;

export function writeHandlers(state: FakeState, notify: Notify) {
	const board = (discovery: string) => boardOf(state.content, discovery);
	const card = (discovery: string, label: Label) => cardOf(board(discovery), entityOf(board(discovery), label));
	const finish = (change: Change, discovery: string, name: string) => {
		change.commit(name);
		notify(discovery, "pipeline", "discovery", "undo");
	};
	const rewrite = (
		discovery: string,
		label: Label,
		text: string,
		restores: number | null,
		outputType: OutputType | null,
	) => {
		const change = new Change(state, discovery);
		const old = entityOf(change.board, label);
		const because: Because = { from: label, what: "edited", was: old.text.slice(0, 200), is: text.slice(0, 200) };
		const versions = [...old.versions, { version: old.versions.length + 1, text, madeAt: state.clock++, restores }];
		const isSame = text === old.versions.at(-1)?.text;
		// An Input's card shows its title, which stays.
		const shown = old.kind === "input" ? {} : { text };
		change.set(label, {
			...(outputType && { outputType }),
			...(!isSame && { ...shown, versions, mark: null, because: null }),
		});
		const marked = isSame ? [] : change.markDependants(label, because);
		finish(change, discovery, `${restores === null ? "Edit" : "Restore"} ${label}`);
		return { card: card(discovery, label), marked };
	};
	const cascade = (change: Change, label: Label, because: Because): Label[] => {
		const touched = [...downstreamOf(change.board, label)];
		for (const one of touched) change.mark(one, weakened[kindOf(one)], because);
		return touched;
	};

	return {
		entityAdd: ({
			discovery,
			kind,
			text,
			from,
			outputType,
			anyway,
		}: {
			discovery: string;
			kind: Kind;
			text: string;
			from: Label[];
			outputType: OutputType | null;
			anyway: boolean;
		}) => {
			const duplicates = anyway ? [] : duplicatesOf(board(discovery), kind, text);
			if (duplicates.length > 0) return { added: null, duplicates };
			const change = new Change(state, discovery);
			const entity = { ...made(state, kind, nextNumber(change.board, kind), text), outputType };
			change.add(entity, from);
			finish(change, discovery, `Add ${entity.label}`);
			return { added: card(discovery, entity.label), duplicates: [] };
		},
		entityEdit: ({
			discovery,
			label,
			text,
			outputType,
		}: {
			discovery: string;
			label: Label;
			text: string;
			outputType: OutputType | null;
		}) => rewrite(discovery, label, text, null, outputType),
		entityRestore: ({ discovery, label, version }: { discovery: string; label: Label; version: number }) => {
			const old = entityOf(board(discovery), label).versions.find((one) => one.version === version);
			if (!old) throw fault("not_found", `${label} has no version ${version}.`);
			return rewrite(discovery, label, old.text, version, null);
		},
		entitySetState: ({
			discovery,
			labels,
			state: next,
		}: {
			discovery: string;
			labels: Label[];
			state: "draft" | "validated";
		}) => {
			const change = new Change(state, discovery);
			for (const label of labels) change.set(label, { state: next });
			finish(change, discovery, named(next === "validated" ? "Validate" : "Set to draft", labels));
			return { marked: [] };
		},
		entityArchive: ({ discovery, labels, archived }: { discovery: string; labels: Label[]; archived: boolean }) => {
			const change = new Change(state, discovery);
			const marked = labels.flatMap((label) => {
				const touched = archived
					? cascade(change, label, { from: label, what: "archived", was: null, is: null })
					: change.markDependants(label, { from: label, what: "restored", was: null, is: null });
				change.set(label, { archived });
				return touched;
			});
			finish(change, discovery, named(archived ? "Archive" : "Bring back", labels));
			return { marked };
		},
		entityDelete: ({ discovery, labels }: { discovery: string; labels: Label[] }) => {
			const change = new Change(state, discovery);
			const because = (label: Label): Because => ({ from: label, what: "deleted", was: null, is: null });
			const marked = labels.flatMap((label) => cascade(change, label, because(label)));
			for (const label of labels) change.remove(label);
			finish(change, discovery, named("Delete", labels));
			return { marked: marked.filter((label) => !labels.includes(label)) };
		},
		entityReview: ({ discovery, labels }: { discovery: string; labels: Label[] }) => {
			const change = new Change(state, discovery);
			const marked = labels.flatMap((label) => {
				const entity = entityOf(change.board, label);
				if (!entity.mark) return [];
				change.set(label, { mark: null, because: null });
				return change.markDependants(label, { from: label, what: "reviewed", was: null, is: null });
			});
			finish(change, discovery, named("Review", labels));
			return { marked };
		},
		entityLink: ({ discovery, up, down }: { discovery: string; up: Label; down: Label }) => {
			const change = new Change(state, discovery);
			if (change.board.up.get(down)?.includes(up)) throw fault("refused", `${up} and ${down} are linked already.`);
			change.link(up, down);
			finish(change, discovery, `Link ${up} and ${down}`);
			return null;
		},
		entityUnlink: ({ discovery, up, down }: { discovery: string; up: Label; down: Label }) => {
			const change = new Change(state, discovery);
			if (change.board.evidence.get(down) === up) throw fault("refused", "This link is the fact's evidence.");
			change.unlink(up, down);
			finish(change, discovery, `Unlink ${up} and ${down}`);
			return null;
		},
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
		entityMerge: ({ discovery, keep, drop }: { discovery: string; keep: Label; drop: Label }) => {
			const change = new Change(state, discovery);
			for (const up of change.board.up.get(drop) ?? []) change.link(up, keep);
			for (const down of change.board.down.get(drop) ?? []) change.link(keep, down);
			change.remove(drop);
			finish(change, discovery, `Merge ${drop} into ${keep}`);
			return { card: card(discovery, keep) };
		},
	} satisfies Handlers<
		| "entityAdd"
		| "entityEdit"
		| "entityRestore"
		| "entitySetState"
		| "entityArchive"
		| "entityDelete"
		| "entityReview"
		| "entityLink"
		| "entityUnlink"
		| "entityMove"
		| "entityMerge"
	>;
}
