import type {
	BlockThen,
	BlockWords,
	FactFilter,
	FactThen,
	LedgerThen,
	LineThen,
	PackCheck,
	PointInTime,
	SavedView,
	Which,
} from "../bindings";
import { coverageOf } from "./coverage";
import { found, type Handlers, type Notify } from "./reply";
import type { Content, FakeFact, FakeState } from "./state";
import { commit } from "./steps";

/** Coverage, the past, saved views and packs, as far as the window's tests need them. */

export function auditMoreHandlers(state: FakeState, notify: Notify) {
	const viewsOf = (discovery: string) => state.content.views.get(discovery) ?? [];
	const homeOf = (id: string) => {
		const home = [...state.content.views].find(([, views]) => views.some((view) => view.id === id));
		return found(home, "The view")[0];
	};
	const keep = (discovery: string, name: string, views: readonly SavedView[]) => {
		commit(state, discovery, name, { ...state.content, views: new Map(state.content.views).set(discovery, views) });
		notify(discovery, "undo");
	};
	return {
		bundleRetry: () =>
			({ added: [], skipped: [], refused: [], cancelled: false, unread: null, droppedNuls: 0 }) as never,
		coverage: ({ discovery }: { discovery: string }) =>
			state.content.inputs
				.filter((input) => input.discovery === discovery)
				.map((input) => ({ ...coverageOf(state, input), stretches: [] })),
		coverageOfInput: ({ input }: { input: string }) =>
			coverageOf(
				state,
				found(
					state.content.inputs.find(({ summary }) => summary.id === input),
					"The Input",
				),
			),
		moment: ({ discovery, point }: { discovery: string; point: PointInTime }) => momentOf(state, discovery, point),
		factsAsOf: ({ discovery, point, filter, which }: AsOf) => ledgerThen(state, discovery, point, filter, which),
		blocksAsOf: ({ discovery, point }: { discovery: string; point: PointInTime }) => ({
			moment: momentOf(state, discovery, point),
			blocks: blocksThen(state, discovery, point),
		}),
		savedViews: ({ discovery }: { discovery: string }) => [...viewsOf(discovery)],
		viewSave: ({ discovery, name, filter }: { discovery: string; name: string; filter: FactFilter }) => {
			const view = { id: crypto.randomUUID(), name, filter };
			keep(discovery, `Save the view “${name}”`, [...viewsOf(discovery).filter((one) => one.name !== name), view]);
			return view;
		},
		viewRename: ({ view: id, name }: { view: string; name: string }) => {
			const home = homeOf(id);
			const renamed = viewsOf(home).map((view) => (view.id === id ? { ...view, name } : view));
			keep(home, `Rename a view to “${name}”`, renamed);
			return null;
		},
		viewDelete: ({ view: id }: { view: string }) => {
			const left = viewsOf(homeOf(id)).filter((view) => view.id !== id);
			keep(homeOf(id), "Delete a view", left);
			return null;
		},
		packChoose: ({ name }: { name: string }) => `/home/mara/${name}.evidence.zip`,
		packChooseCheck: () => "/home/mara/Quay walls.evidence.zip",
		packMake: ({ path }: { path: string }) => ({
			path,
			bytes: 110_839,
			bundles: 8,
			facts: 337,
			quotes: 338,
			seal: "c95b0ba342f96d066cf217cf34db317460bab7fce455dafef4649c0aa95c5929",
		}),
		packCheck: ({ path }: { path: string }): PackCheck => ({
			path,
			title: "Quay walls",
			seal: "c95b0ba342f96d066cf217cf34db317460bab7fce455dafef4649c0aa95c5929",
			bundles: 8,
			facts: 337,
			quotes: 338,
			problems: state.brokenPack ? brokenPack : [],
			problemsTotal: state.brokenPack ? brokenPack.length : 0,
		}),
	} satisfies Handlers<
		| "bundleRetry"
		| "coverage"
		| "coverageOfInput"
		| "moment"
		| "factsAsOf"
		| "blocksAsOf"
		| "savedViews"
		| "viewSave"
		| "viewRename"
		| "viewDelete"
		| "packChoose"
		| "packChooseCheck"
		| "packMake"
		| "packCheck"
	>;
}

const brokenPack = [
	{ entry: "bundles/0003.txt", fact: null, message: "It is not what was hashed." },
	{ entry: "bundles/0003.txt", fact: "F-12", message: "Its quote does not stand at its place." },
];

/** The accepted facts of then, in one block; what is not accepted any more is said. */
function blocksThen(state: FakeState, discovery: string, point: PointInTime): BlockThen[] {
	const isValue = ({ row }: FakeFact) => row.status === "accepted" && row.valueType !== "note";
	const of = (facts: ReadonlyMap<string, FakeFact>) =>
		[...facts.values()].filter((fact) => fact.discovery === discovery && isValue(fact));
	const [then, now] = [of(contentThen(state, discovery, point).facts), of(state.content.facts)];
	const isFact = (one: FakeFact) => (other: FakeFact) => one.row.label === other.row.label;
	const lines = then.map((fact): LineThen => {
		const later = now.find(isFact(fact));
		const stands = later?.row.id === fact.row.id;
		return { words: wordsOf(fact), stands, now: later && !stands ? wordsOf(later) : null };
	});
	const came = now.filter((fact) => !then.some(isFact(fact))).map(wordsOf);
	return [{ key: "project.summary", title: "Summary", lines, came }];
}

function wordsOf({ row }: FakeFact): BlockWords {
	return { label: row.keyLabel, text: row.value, role: "value", factId: row.id, factLabel: row.label };
}

interface AsOf {
	discovery: string;
	point: PointInTime;
	filter: FactFilter;
	which: Which;
}

function contentThen(state: FakeState, discovery: string, point: PointInTime): Content {
	const { done } = state.undo.get(discovery) ?? { done: [] };
	const isLater = (step: { seq: number; at: number }) =>
		point.step === undefined ? step.at > point.time : step.seq > point.step;
	return done.find(isLater)?.before ?? state.content;
}

function momentOf(state: FakeState, discovery: string, point: PointInTime) {
	const { done } = state.undo.get(discovery) ?? { done: [] };
	const then = done.filter((step) => (point.step === undefined ? step.at <= point.time : step.seq <= point.step));
	const last = then.at(-1);
	return { step: last?.seq ?? 0, name: last?.name ?? null, at: last?.at ?? null, since: done.length - then.length };
}

function ledgerThen(
	state: FakeState,
	discovery: string,
	point: PointInTime,
	filter: FactFilter,
	which: Which,
): LedgerThen {
	const of = (facts: ReadonlyMap<string, FakeFact>) =>
		[...facts.values()].filter((fact) => fact.discovery === discovery);
	const then = of(contentThen(state, discovery, point).facts);
	const now = new Map(of(state.content.facts).map(({ row }) => [row.id, row]));
	const facts = then
		.map(({ row }): FactThen => {
			const later = now.get(row.id);
			const changed = later?.status !== row.status || later.needsReview !== row.needsReview;
			return { fact: row, now: later?.status ?? null, changed };
		})
		.filter(({ fact, changed }) => {
			const isShown = filter.statuses === null || filter.statuses.includes(fact.status);
			return isShown && (which === "all" || changed);
		});
	const gone = then.filter(({ row }) => !now.has(row.id)).length;
	const turned = (status: string) => facts.filter((one) => one.changed && one.now === status).length;
	return {
		moment: momentOf(state, discovery, point),
		since: {
			added: now.size - (then.length - gone),
			gone,
			accepted: turned("accepted"),
			rejected: turned("rejected"),
			superseded: turned("superseded"),
			conflict: turned("conflict"),
			proposed: turned("proposed"),
			reviewed: 0,
		},
		facts,
		next: null,
		total: facts.length,
	};
}
