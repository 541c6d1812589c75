import type { Because, EntityStatus, Kind, Link, OutputType } from "../../bindings";
import type { Label } from "../../label";
import { fault, type Handlers, type Notify } from "../reply";
import type { FakeState } from "../state";
import { arrangeHandlers } from "./arrange";
import { boardOf, cardOf, kindOf } from "./board";
import { Change, nextNumber } from "./change";
import { duplicatesOf, heldBackOf, whoJudged } from "./likeness";
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
		const because: Because = {
			from: label,
			what: "edited",
			was: old.text.slice(0, 200),
			is: text.slice(0, 200),
			why: null,
		};
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
		return { card: card(discovery, label), marked, note: null };
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
			const duplicates = duplicatesOf(board(discovery), kind, text);
			if (duplicates.length > 0 && !anyway) return { added: null, duplicates, note: whoJudged(state) };
			const change = new Change(state, discovery);
			const entity = { ...made(state, kind, nextNumber(change.board, kind), text), outputType };
			change.add(entity, from);
			for (const like of duplicates) change.keepApart(entity, like);
			finish(change, discovery, `Add ${entity.label}`);
			return { added: card(discovery, entity.label), duplicates: [], note: null };
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
			anyway,
		}: {
			discovery: string;
			labels: Label[];
			state: "draft" | "validated";
			anyway: boolean;
		}) => {
			const facts = [...state.content.facts.values()].filter(
				(fact) => fact.discovery === discovery && labels.includes(fact.row.label),
			);
			const heldBack = anyway || next === "draft" ? [] : heldBackOf(state, facts);
			const clear = labels.filter((label) => !heldBack.some((held) => held.label === label));
			const change = new Change(state, discovery);
			for (const label of clear) change.set(label, { state: next });
			if (clear.length > 0) finish(change, discovery, named(next === "validated" ? "Validate" : "Set to draft", clear));
			return { marked: [], heldBack, note: null };
		},
		entityArchive: ({ discovery, labels, archived }: { discovery: string; labels: Label[]; archived: boolean }) => {
			const change = new Change(state, discovery);
			const marked = labels.flatMap((label) => {
				const touched = archived
					? cascade(change, label, { from: label, what: "archived", was: null, is: null, why: null })
					: change.markDependants(label, { from: label, what: "restored", was: null, is: null, why: null });
				change.set(label, { archived });
				return touched;
			});
			finish(change, discovery, named(archived ? "Archive" : "Bring back", labels));
			return { marked };
		},
		entityDelete: ({ discovery, labels }: { discovery: string; labels: Label[] }) => {
			const change = new Change(state, discovery);
			const because = (label: Label): Because => ({ from: label, what: "deleted", was: null, is: null, why: null });
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
				return change.markDependants(label, { from: label, what: "reviewed", was: null, is: null, why: null });
			});
			finish(change, discovery, named("Review", labels));
			return { marked };
		},
		entityLink: ({ discovery, links }: { discovery: string; links: Link[] }) => {
			const change = new Change(state, discovery);
			for (const { up, down } of links) change.link(up, down);
			const [first] = links;
			const what = first && links.length === 1 ? `${first.up} to ${first.down}` : `${links.length} pairs`;
			finish(change, discovery, `Link ${what}`);
			return null;
		},
		entityUnlink: ({ discovery, up, down }: { discovery: string; up: Label; down: Label }) => {
			const change = new Change(state, discovery);
			if (change.board.evidence.get(down) === up) throw fault("refused", "This link is the fact's evidence.");
			change.unlink(up, down);
			finish(change, discovery, `Unlink ${up} and ${down}`);
			return null;
		},
		...arrangeHandlers(state, finish),
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
		| "entityKeepVariants"
	>;
}
