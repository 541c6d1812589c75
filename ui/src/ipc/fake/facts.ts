import type { FactChange, FactDetail, FactFilter, FactRow, FactRuling, FactStatus, ResolveChoice } from "../bindings";
import { byHandHandlers } from "./factsByHand";
import { heldBackOf } from "./pipeline/likeness";
import { fault, found, type Handlers, type Notify } from "./reply";
import { blockCuts } from "./source";
import type { FakeFact, FakeState } from "./state";
import { commit } from "./steps";
import { factDetail, factsOf, waits } from "./views";

export function factHandlers(state: FakeState, notify: Notify) {
	const fact = (id: string) => found(state.content.facts.get(id), "The fact");
	const put = (scope: string, name: string, changed: FakeFact[]) => {
		const facts = new Map(state.content.facts);
		for (const one of changed) facts.set(one.row.id, one);
		commit(state, scope, name, { ...state.content, facts });
		notify(scope, "facts", "discovery", "undo");
	};
	const withStatus = (one: FakeFact, status: FactStatus): FakeFact => ({
		...one,
		row: { ...one.row, status, needsReview: false },
	});
	const noted = (one: FakeFact): FakeFact => withStatus({ ...one, row: { ...one.row, key: "note" } }, "accepted");
	const decide = (ids: string[], status: FactStatus, verb: string) => {
		const targets = ids.map(fact);
		const first = targets[0];
		if (!first) return null;
		put(
			first.discovery,
			targets.length === 1 ? `${verb} ${first.row.label}` : `${verb} ${targets.length} facts`,
			targets.map((t) => withStatus(t, status)),
		);
		return null;
	};
	const page = <T>(all: T[], after: string | null, limit: number) => {
		const from = after === null ? 0 : Number(after);
		return {
			slice: all.slice(from, from + limit),
			next: from + limit < all.length ? String(from + limit) : null,
			total: all.length,
		};
	};

	return {
		factPlace: ({ fact: id }: { fact: string }) => {
			const { place } = fact(id);
			if (!place) throw fault("refused", "This fact has no evidence to show.");
			const input = found(
				state.content.inputs.find((i) => i.summary.id === place.input),
				"The Input",
			);
			return { inputId: place.input, block: blockCuts(input).findIndex((cut) => place.start < cut.end), page: null };
		},
		factsPage: ({
			discovery,
			filter,
			after,
			limit,
		}: {
			discovery: string;
			filter: FactFilter;
			after: string | null;
			limit: number;
		}) => {
			const rows = factsOf(state, discovery)
				.map((f) => f.row)
				.filter((row) => matches(row, filter));
			const { slice, next, total } = page(rows, after, limit);
			return { facts: slice, next, total };
		},
		factDetail: ({ fact: id }: { fact: string }) => factDetail(state, fact(id)),
		factAccept: ({ facts, anyway }: { facts: string[]; anyway: boolean }) => {
			const heldBack = anyway ? [] : heldBackOf(state, facts.map(fact));
			const clear = facts.filter((id) => !heldBack.some((held) => held.id === id));
			decide(clear, "accepted", "Accept");
			return { accepted: clear.map((id) => fact(id).row.label), heldBack, note: null };
		},
		factReject: ({ facts }: { facts: string[] }) => decide(facts, "rejected", "Reject"),
		factEdit: ({ fact: id, change }: { fact: string; change: FactChange }) => {
			const old = fact(id);
			if (change.value?.includes("?"))
				throw fault(
					"invalid",
					"“?” is not a length.",
					"Write a number and a unit, such as 6 m.",
					"The fact is as it was.",
				);
			const row: FactRow = {
				...old.row,
				id: `${old.row.id.slice(0, -6)}${String(state.nextSerial++).padStart(6, "e")}`,
				version: old.row.version + 1,
				text: change.text ?? old.row.text,
				value: change.value ?? old.row.value,
				status: "accepted",
				needsReview: false,
			};
			put(old.discovery, `Edit ${old.row.label}`, [withStatus(old, "superseded"), { ...old, row, supersedes: id }]);
			return { fact: row, note: null };
		},
		factResolve: ({ fact: id, choice }: { fact: string; choice: ResolveChoice }) => {
			const next = fact(id);
			const rival = next.rival === null ? [] : [fact(next.rival)];
			const ends: Record<ResolveChoice, () => FakeFact[]> = {
				keep_old: () => [withStatus(next, "rejected")],
				take_new: () => [withStatus(next, "accepted"), ...rival.map((one) => withStatus(one, "superseded"))],
				keep_as_note: () => [noted(next)],
				both_as_notes: () => [...rival, next].map(noted),
			};
			put(next.discovery, `Decide ${next.row.label}`, ends[choice]());
			return null;
		},
		factSettle: ({ rulings }: { rulings: FactRuling[] }) => {
			const settled = rulings.map(({ fact: id, holds, condition }) => {
				const next = withStatus(fact(id), holds ? "accepted" : "rejected");
				return { ...next, row: { ...next.row, condition: holds ? condition : "" } };
			});
			const [first] = settled;
			if (first) put(first.discovery, `Decide ${settled.length} values`, settled);
			return null;
		},
		factAskAgain: ({ fact: id }: { fact: string }) => {
			const next = fact(id);
			const both = next.rival === null ? [next] : [fact(next.rival), next];
			put(next.discovery, `Ask again about ${next.row.label}`, both.map(noted));
			notify(next.discovery, "questions");
			return { question: next.row.key, note: null };
		},
		...byHandHandlers(state, put),
		reviewPage: ({ discovery, after, limit }: { discovery: string; after: string | null; limit: number }) => {
			const { slice, next, total } = page(
				factsOf(state, discovery).filter((f) => waits(f.row)),
				after,
				limit,
			);
			return { items: slice.map((f) => factDetail(state, f)), next, total };
		},
		reviewAbout: ({ discovery, items, limit }: { discovery: string; items: readonly string[]; limit: number }) => {
			const newest = factsOf(state, discovery)
				.filter((f) => waits(f.row))
				.map((f) => factDetail(state, f))
				.toReversed();
			const isAbout = ({ item }: FactDetail) => item !== null && items.includes(item);
			const ranked = [...newest.filter(isAbout), ...newest.filter((detail) => !isAbout(detail))];
			return { items: ranked.slice(0, limit), next: null, total: newest.length };
		},
		keysList: (_: { discovery: string }) => [
			{ path: "note", label: "Note", valueType: "note" as const, unit: null, highRisk: false, block: "notes" },
			{
				path: "dimensions.width",
				label: "Width",
				valueType: "dimension" as const,
				unit: "m",
				highRisk: false,
				block: "dimensions",
			},
			{
				path: "budget.limit",
				label: "Budget limit",
				valueType: "currency" as const,
				unit: "EUR",
				highRisk: true,
				block: "budget",
			},
		],
	} satisfies Handlers<
		| "factPlace"
		| "factsPage"
		| "factDetail"
		| "factAccept"
		| "factReject"
		| "factEdit"
		| "factResolve"
		| "factSettle"
		| "factAskAgain"
		| "factAdd"
		| "factReaffirm"
		| "reviewPage"
		| "reviewAbout"
		| "keysList"
	>;
}

function matches(row: FactRow, { statuses, inputId, needsReview, text }: FactFilter): boolean {
	if (statuses && !statuses.includes(row.status)) return false;
	if (inputId && row.inputId !== inputId) return false;
	if (needsReview !== null && row.needsReview !== needsReview) return false;
	return !text || `${row.text} ${row.value} ${row.label} ${row.quote ?? ""}`.toLowerCase().includes(text.toLowerCase());
}
