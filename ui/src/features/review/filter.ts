import type { EntityStatus, SalienceReason, WaitingRow } from "../../ipc/bindings";

export type Shown = "all" | "new" | "conflict" | "recheck" | "suggestion";

/** The filter of the list. */
export interface Narrowing {
	text: string;
	inputId: string;
	shown: Shown;
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
export function isWanted({ text, inputId, shown, reason }: Narrowing): (row: WaitingRow) => boolean {
	const words = text.trim().toLowerCase();
	return (row) =>
		isShown(shown, row) &&
		(inputId === "" || row.inputId === inputId) &&
		(reason === "" || row.reasons.some((one) => one === reason)) &&
		(words === "" ||
			row.label.toLowerCase() === words ||
			[row.text, row.keyLabel, row.speaker ?? "", row.heading ?? ""].some((said) =>
				said.toLowerCase().includes(words),
			));
}

function isShown(shown: Shown, { status }: WaitingRow): boolean {
	switch (shown) {
		case "all":
			return true;
		case "new":
			return status === "proposed";
		case "conflict":
			return status === "conflict";
		case "recheck":
			return status === "accepted";
		default:
			return false;
	}
}

/** As `isWanted`, of what waits elsewhere: it is of no Input, and of no reason. */
export function isLeadWanted({ text, inputId, shown, reason }: Narrowing, lead: Lead): boolean {
	const says = `${lead.label} ${lead.text}`.toLowerCase().includes(text.trim().toLowerCase());
	return says && inputId === "" && reason === "" && (shown === "all" || shown === lead.of);
}
