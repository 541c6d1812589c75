import type { FactLine, Inbox, Line } from "./queue";

/** The analyst's position; `id` is of a line, and `index` where to go once that is gone. */
export interface ListPosition {
	id: string | null;
	/** Of a fact: another version of it takes its place. */
	label: string | null;
	index: number;
}

/** The index of the line that a position means; -1 in an empty list. */
export function indexOfPosition(lines: readonly Line[], { id, label, index }: ListPosition): number {
	const at = lines.findIndex((line) => line.id === id);
	if (at >= 0) return at;
	const version = lines.findIndex(
		(line) => line.kind === "fact" && line.rows.some((row) => row.id === id || row.label === label),
	);
	if (version >= 0) return version;
	return near(lines, Math.min(index, lines.length - 1), 1);
}

/** The line a number of steps on or back; the ends hold. */
export function stepIndex(lines: readonly Line[], at: number, by: number): number {
	const wanted = Math.min(Math.max(at + by, 0), lines.length - 1);
	return near(lines, wanted, by > 0 ? 1 : -1);
}

/** Returns the next position, once some facts are decided: a line that goes makes room for the one behind it. */
export function positionAfterDecision(lines: readonly Line[], at: number, decided: ReadonlySet<string>): ListPosition {
	const stays = (line: Line) =>
		line.kind === "fact"
			? !line.rows.every((row) => decided.has(row.id))
			: line.kind !== "fold" || line.facts.length === 0 || line.facts.some((fact) => !decided.has(fact.id));
	const here = lines[at];
	const id = here && stays(here) ? here.id : null;
	return { id, label: null, index: lines.slice(0, at).filter(stays).length };
}

/** The facts that a key for the group is for: those that are ticked, or all of the fold that is looked at. */
export function batchTargets({ lines, facts }: Inbox, at: number, ticked: ReadonlySet<string>): readonly FactLine[] {
	const chosen = facts.filter(({ id }) => ticked.has(id));
	if (ticked.size > 0) return chosen;
	const line = lines[at];
	if (line?.kind === "fold") return line.facts;
	const fold = line?.kind === "fact" ? line.fold : null;
	return fold === null ? [] : facts.filter((fact) => fact.fold === fold);
}

function near(lines: readonly Line[], from: number, direction: 1 | -1): number {
	const isHeading = (at: number) => lines[at]?.kind === "more";
	if (!isHeading(from)) return from;
	const beside = from + direction;
	return beside >= 0 && beside < lines.length ? beside : from - direction;
}
