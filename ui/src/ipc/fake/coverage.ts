import type { Coverage, CoveredStretch, RefusedOp, SkipReason } from "../bindings";
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

/** A part of a text that the parser passes over or that a proposal comes near to. */
const asides: readonly { class: CoveredStretch["class"]; why: SkipReason | null; words: RegExp }[] = [
	{ class: "skipped", why: "heading", words: /^#.*$/gm },
	{ class: "skipped", why: "question", words: /[^.!?\n]*\?/g },
	{ class: "unaligned", why: null, words: /Backdrop in oak veneer, flame retardant/g },
];

/** An Input's coverage by the places of its facts, and by which of its pieces were read. */
export function coverageOf(state: FakeState, { summary, text, discovery }: FakeInput): Coverage {
	const facts = [...state.content.facts.values()].flatMap((fact) =>
		fact.place?.input === summary.id ? [{ ...fact.place, row: fact.row }] : [],
	);
	const live = facts.filter(({ row }) => row.status !== "rejected");
	const marked = [
		...facts.map(({ start, end, row }) => ({
			start,
			end,
			class: row.status === "rejected" ? ("rejected" as const) : ("facts" as const),
			why: null,
			facts: [{ id: row.id, label: row.label }],
		})),
		...asides.flatMap(({ class: of, why, words }) =>
			[...text.matchAll(words)].map(({ 0: { length }, index }) => ({
				start: index,
				end: index + length,
				class: of,
				why,
				facts: [],
			})),
		),
	].toSorted((a, b) => a.start - b.start);
	const stretches: CoveredStretch[] = [];
	let at = 0;
	const bundles = state.content.bundles.filter(
		(one) => one.discovery === discovery && one.row.inputLabel === summary.label,
	);
	const failed = bundles.filter(({ row }) => row.run?.status === "failed");
	const wasRead = (place: number) => bundles.findLast(({ start }) => start <= place)?.row.run?.status !== "failed";
	const add = (part: Pick<CoveredStretch, "start" | "end" | "class" | "why" | "facts">) => {
		const excerpt = text.slice(part.start, part.end).trim();
		const unread = part.facts.length === 0 && !wasRead(part.start);
		if (/[\p{L}\p{N}]/u.test(excerpt)) {
			const told = unread ? { ...part, class: "unread" as const, why: null } : part;
			stretches.push({ ...told, block: 0, piece: 0, excerpt: excerpt.slice(0, 120) });
		}
	};
	const nothing = (end: number) => add({ start: at, end, class: "nothing", why: null, facts: [] });
	for (const part of marked) {
		if (part.start < at) continue;
		nothing(part.start);
		add(part);
		at = part.end;
	}
	nothing(text.length);
	const chars = (of: CoveredStretch["class"]) =>
		stretches.reduce((sum, one) => (one.class === of ? sum + one.end - one.start : sum), 0);
	return {
		inputId: summary.id,
		label: summary.label,
		title: summary.title,
		totals: {
			factsChars: chars("facts"),
			unalignedChars: chars("unaligned"),
			rejectedChars: chars("rejected"),
			skippedChars: chars("skipped"),
			nothingChars: chars("nothing"),
			unreadChars: chars("unread"),
			pieces: bundles.length,
			read: bundles.length - failed.length,
			failed: failed.length,
			facts: live.length,
			ops: facts.length,
			refused: 0,
			rejected: facts.length - live.length,
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
