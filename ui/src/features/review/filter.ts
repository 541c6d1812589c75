import type { WaitingRow } from "../../ipc/bindings";
import type { Lead, Listing, Shown } from "./queue";

/** Whether a fact is in what the list is narrowed to. */
export function isWanted({ text, inputId, shown, reason }: Listing): (row: WaitingRow) => boolean {
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
export function isLeadWanted({ text, inputId, shown, reason }: Listing, lead: Lead): boolean {
	const says = `${lead.label} ${lead.text}`.toLowerCase().includes(text.trim().toLowerCase());
	return says && inputId === "" && reason === "" && (shown === "all" || shown === lead.of);
}
