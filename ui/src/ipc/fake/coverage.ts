import type { Coverage, CoveredStretch, RefusedOp } from "../bindings";
import type { FakeInput, FakeState } from "./state";

const refused: RefusedOp = {
	key: "project.constraints.loadLimit",
	quote: "The quay carries 900 kg",
	reason: "The quote does not stand in the source.",
	fact: null,
	placed: false,
};

const NO_STATS = {
	opsIn: 0,
	factsAdded: 0,
	factsUpdated: 0,
	conflicts: 0,
	notes: 0,
	needsReview: 0,
	rejected: 0,
	unchanged: 0,
};

/** An Input's coverage by the places of its facts, and by which of its pieces were read. */
export function coverageOf(state: FakeState, { summary, text, discovery }: FakeInput): Coverage {
	const facts = [...state.content.facts.values()]
		.flatMap((fact) => (fact.place?.input === summary.id ? [{ ...fact.place, row: fact.row }] : []))
		.toSorted((a, b) => a.start - b.start);
	const stretches: CoveredStretch[] = [];
	let at = 0;
	const bundles = state.content.bundles.filter(
		(one) => one.discovery === discovery && one.row.inputLabel === summary.label,
	);
	const failed = bundles.filter(({ row }) => row.run?.status === "failed");
	const wasRead = (place: number) => bundles.findLast(({ start }) => start <= place)?.row.run?.status !== "failed";
	const add = (start: number, end: number, what: CoveredStretch["class"], labels: CoveredStretch["facts"]) => {
		const of = what === "nothing" && !wasRead(start) ? "unread" : what;
		const excerpt = text.slice(start, end).trim();
		if (/[\p{L}\p{N}]/u.test(excerpt)) {
			stretches.push({ class: of, start, end, block: 0, piece: 0, excerpt: excerpt.slice(0, 120), facts: labels });
		}
	};
	for (const { start, end, row } of facts) {
		if (start < at) continue;
		add(at, start, "nothing", []);
		add(start, end, "facts", [{ id: row.id, label: row.label }]);
		at = end;
	}
	add(at, text.length, "nothing", []);
	const chars = (of: CoveredStretch["class"]) =>
		stretches.reduce((sum, one) => (one.class === of ? sum + one.end - one.start : sum), 0);
	return {
		inputId: summary.id,
		label: summary.label,
		title: summary.title,
		totals: {
			factsChars: chars("facts"),
			refusedChars: 0,
			nothingChars: chars("nothing"),
			unreadChars: chars("unread"),
			pieces: bundles.length,
			read: bundles.length - failed.length,
			failed: failed.length,
			facts: facts.length,
			ops: facts.length,
			refused: 0,
			unchanged: 0,
		},
		pieces: bundles.map(({ row: { id, part, parts, run } }) => ({
			bundleId: id,
			part,
			parts,
			reading: run?.status === "failed" ? "failed" : "read",
			runId: run?.id ?? null,
			model: "offline",
			error: run?.error ?? null,
			stats: NO_STATS,
			refused: part === 1 ? [refused] : [],
		})),
		stretches,
	};
}
