import type { WaitingFact } from "../../ipc/reviewQueries";
import { factMatcher, type InboxFilter, type Lead, leadMatches } from "./filter";
import { type Ordering, sortInbox, TOP } from "./ranking";

/**
 * The list of the inbox, as pure functions: what is most worth a look stands first, the rest is folded by what it has in
 * common, and what waits elsewhere is a line that leads there. The host says what waits; what is being decided is left out.
 */

export type GroupedBy = "input" | "speaker" | "topic" | "reason" | "none";

export interface Listing extends InboxFilter, Ordering {
	/** Null until it is chosen: what tells them apart. */
	by: GroupedBy | null;
	/** The folds that are not as they are at first. */
	toggledFolds: ReadonlySet<string>;
	/** The sought line: the fold that holds it is open. */
	sought: string | null;
}

export interface FactLine {
	kind: "fact";
	id: string;
	/** For several values of one key that are decided together, all of them; never none. */
	rows: readonly [WaitingFact, ...WaitingFact[]];
	/** The fold that it stands in; what comes first stands in none. */
	fold: string | null;
}

interface LeadLine {
	kind: "lead";
	id: string;
	lead: Lead;
}

export interface FoldLine {
	kind: "fold";
	id: string;
	by: GroupedBy | Lead["of"] | "unlikely";
	/** A fact of it, which says what they have in common; none where that is nothing. */
	sample: WaitingFact | null;
	facts: readonly FactLine[];
	/** Its content instead, where that is not decided here. */
	leads: readonly Lead[];
	count: number;
	open: boolean;
}

export type Line = FactLine | LeadLine | FoldLine | { kind: "more"; id: string; count: number };

export interface Inbox {
	lines: readonly Line[];
	/** The property that they are folded by. */
	by: GroupedBy;
	/** All that the filters leave, folded or not, in order. */
	facts: readonly FactLine[];
}

/** More values of one key are not decided on one screen: the host then has them decided in pairs. */
const TOGETHER = 12;
/** So few leads are not folded. */
const FEW = 3;

export function arrangeInbox(rows: readonly WaitingFact[], leads: readonly Lead[], listing: Listing): Inbox {
	const found = sortInbox(rows.filter(factMatcher(listing)), listing);
	// Whoever seeks words, or chose an order without ranking, wants all.
	const isRanked = listing.order === "score" && listing.text === "";
	const isFolded = ({ rows: [row] }: FactLine) => isRanked && row.isUnlikely === true;
	const all = together(found);
	const facts = all.filter((line) => !isFolded(line));
	const unlikely = foldOf("unlikely", null, all.filter(isFolded), "unlikely", listing);
	const top = facts.slice(0, TOP);
	const rest = facts.slice(TOP);
	const lines: Line[] = [...top];
	for (const of of ["recheck", "suggestion"] as const) lines.push(...leadLines(leads, of, listing));
	if (rest.length > 0) lines.push({ kind: "more", id: "more", count: countOf(rest) });
	const by = listing.by ?? telling(rows);
	const folds = by === "none" ? [] : folded(rest, by, listing);
	const shown = folds.length === 0 ? facts : [...top, ...folds.flatMap((fold) => fold.facts)];
	if (by === "none") lines.push(...rest);
	if (unlikely.count > 0) folds.push(unlikely);
	for (const fold of folds) lines.push(fold, ...(fold.open ? fold.facts : []));
	return { lines, by, facts: [...shown, ...unlikely.facts] };
}

export function rowsOf(lines: readonly FactLine[]): WaitingFact[] {
	return lines.flatMap(({ rows }) => rows);
}

/** Each by the first of its values. */
export function labelsOf(facts: readonly FactLine[]): string[] {
	return facts.map(({ rows: [row] }) => row.label);
}

const countOf = (lines: readonly FactLine[]) => lines.reduce((sum, { rows }) => sum + rows.length, 0);

function together(rows: readonly WaitingFact[]): FactLine[] {
	const byConflict = grouped(rows, ({ conflict, id }) => conflict ?? id);
	return [...byConflict.values()].flatMap(([first, ...others]): FactLine[] => {
		if (!first) return [];
		if (others.length + 1 < TOGETHER) return [{ kind: "fact", id: first.id, rows: [first, ...others], fold: null }];
		return [first, ...others].map((row) => ({ kind: "fact", id: row.id, rows: [row], fold: null }));
	});
}

/** The first that tells most facts apart: who speaks, what it is about, or where it was said. Asked of all that wait: a
 * filter must not fold them by something else. */
function telling(rows: readonly WaitingFact[]): GroupedBy {
	const tells = (by: GroupedBy) => {
		const told = rows.map((row) => commonOf(row, by)).filter((common) => common !== null);
		return told.length * 2 >= rows.length && new Set(told).size > 1;
	};
	return (["speaker", "topic", "input"] as const).find(tells) ?? "reason";
}

/** Folds lines by their common property, the largest first; those with nothing in common come last. */
function folded(lines: readonly FactLine[], by: GroupedBy, listing: Listing): FoldLine[] {
	const groups = [...grouped(lines, ({ rows: [row] }) => commonOf(row, by))].map(([common, facts]) =>
		foldOf(`${by} ${common ?? ""}`, common === null ? null : (facts[0]?.rows[0] ?? null), facts, by, listing),
	);
	return groups.toSorted(
		(one, other) => Number(one.sample === null) - Number(other.sample === null) || other.count - one.count,
	);
}

function foldOf(
	id: string,
	sample: WaitingFact | null,
	facts: readonly FactLine[],
	by: FoldLine["by"],
	{ toggledFolds, sought }: Listing,
): FoldLine {
	const isSought = facts.some(({ rows }) => rows.some((row) => row.id === sought));
	return {
		kind: "fold",
		id,
		by,
		sample,
		facts: facts.map((fact) => ({ ...fact, fold: id })),
		leads: [],
		count: countOf(facts),
		open: isSought || toggledFolds.has(id),
	};
}

function commonOf({ inputId, speaker, heading, key, reasons }: WaitingFact, by: GroupedBy): string | null {
	switch (by) {
		case "input":
			return inputId;
		case "speaker":
			return speaker;
		case "topic":
			return key === "note" ? heading : `key ${key}`;
		default:
			return reasons[0] ?? null;
	}
}

function leadLines(leads: readonly Lead[], of: Lead["of"], listing: Listing): Line[] {
	const found = leads.filter((lead) => lead.of === of && leadMatches(listing, lead));
	if (found.length === 0) return [];
	const open = listing.toggledFolds.has(of) !== found.length <= FEW;
	const fold: FoldLine = {
		kind: "fold",
		id: of,
		by: of,
		sample: null,
		facts: [],
		leads: found,
		count: found.length,
		open,
	};
	return [fold, ...(open ? found.map((lead): LeadLine => ({ kind: "lead", id: lead.id, lead })) : [])];
}

function grouped<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
	const groups = new Map<K, T[]>();
	for (const one of all) {
		const key = keyOf(one);
		const group = groups.get(key);
		if (group) group.push(one);
		else groups.set(key, [one]);
	}
	return groups;
}
