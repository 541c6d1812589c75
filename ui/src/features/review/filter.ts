import { packWords } from "../../i18n/packs";
import type { EntityStatus, SalienceReason, WaitingRow } from "../../ipc/bindings";

export type KindFilter = "all" | "new" | "conflict" | "doubt" | "recheck" | "suggestion";

export const kinds: readonly KindFilter[] = ["all", "new", "conflict", "doubt", "recheck", "suggestion"];

/** The filter of the list. */
export interface InboxFilter {
	text: string;
	inputId: string;
	shown: KindFilter;
	reason: SalienceReason | "";
}

/** A thing that is not decided here: a stale one, or a suggestion for a report. */
export interface Lead {
	id: string;
	of: "recheck" | "suggestion";
	label: string;
	text: string;
	/** Of an entity. */
	status: EntityStatus | null;
	/** Of what waits in a report. */
	report: string | null;
}

/** Returns whether a fact passes the filter of the list. */
export function factMatcher({ text, inputId, shown, reason }: InboxFilter): (row: WaitingRow) => boolean {
	const words = text.trim().toLowerCase();
	return (row) =>
		isShown(shown, row) &&
		(inputId === "" || row.inputId === inputId) &&
		(reason === "" || row.reasons.some((one) => one === reason)) &&
		(words === "" ||
			row.label.toLowerCase() === words ||
			[row.text, row.keyLabel, packWords("label", row.keyLabel), row.speaker ?? "", row.heading ?? ""].some((field) =>
				field.toLowerCase().includes(words),
			));
}

function isShown(shown: KindFilter, { status, mayContradict }: WaitingRow): boolean {
	switch (shown) {
		case "all":
			return true;
		case "new":
			return status === "proposed";
		case "conflict":
			return status === "conflict";
		case "doubt":
			return mayContradict;
		case "recheck":
			return status === "accepted";
		default:
			return false;
	}
}

/** Returns how much waits of each kind, as the other filters leave it. */
export function countKinds(
	rows: readonly WaitingRow[],
	leads: readonly Lead[],
	filter: InboxFilter,
): Record<KindFilter, number> {
	const countOf = (shown: KindFilter) =>
		rows.filter(factMatcher({ ...filter, shown })).length +
		leads.filter((lead) => leadMatches({ ...filter, shown }, lead)).length;
	return Object.fromEntries(kinds.map((kind) => [kind, countOf(kind)])) as Record<KindFilter, number>;
}

/** As `factMatcher`, of what waits elsewhere: it is of no Input, and of no reason. */
export function leadMatches({ text, inputId, shown, reason }: InboxFilter, lead: Lead): boolean {
	const says = `${lead.label} ${lead.text}`.toLowerCase().includes(text.trim().toLowerCase());
	return says && inputId === "" && reason === "" && (shown === "all" || shown === lead.of);
}
