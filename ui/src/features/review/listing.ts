import { create } from "zustand";
import type { SalienceReason } from "../../ipc/bindings";
import { takeConflictsWanted } from "../../state/wantedInbox";
import type { KindFilter } from "./filter";
import type { GroupedBy, Listing } from "./queue";
import type { Order } from "./ranking";

/** The order and filter of the inbox. Kept while the window is open, so that going away and back does not lose it. */

interface ListingState extends Omit<Listing, "sought"> {
	change: (
		next: Partial<{
			text: string;
			inputId: string;
			shown: KindFilter;
			reason: SalienceReason | "";
			by: GroupedBy;
			order: Order;
		}>,
	) => void;
	turn: (fold: string) => void;
	clear: () => void;
}

/** The time in ms in which the window learns of a step. */
const LAG = 2_000;

const nothing = { text: "", inputId: "", shown: "all", reason: "" } as const;

export const useListing = create<ListingState>()((set) => ({
	...nothing,
	by: null,
	order: "score",
	toggledFolds: new Set(),
	change: (next) => set(next),
	turn: (fold) =>
		set(({ toggledFolds }) => ({
			toggledFolds: new Set(
				toggledFolds.has(fold) ? [...toggledFolds].filter((one) => one !== fold) : [...toggledFolds, fold],
			),
		})),
	clear: () => set(nothing),
}));

/** The steps that were decided in the inbox while the window is open, and how many more the host is doing. */
const steps = { made: new Set<number>(), pending: 0 };

/** Notes a decision of the inbox, and the step that it becomes. */
export async function trackStep(begun: Promise<number | null>): Promise<number | null> {
	steps.pending += 1;
	try {
		const step = await begun;
		if (step !== null) steps.made.add(step);
		return step;
	} finally {
		// The newest step is read again a moment later.
		setTimeout(() => {
			steps.pending -= 1;
		}, LAG);
	}
}

/** Returns whether the newest step was decided in the inbox, which alone U takes back. */
export function isOfInbox(newest: number | null): boolean {
	return steps.pending > 0 || (newest !== null && steps.made.has(newest));
}

/** Shows the conflicts alone, where they were asked for elsewhere. */
export function showWanted(): void {
	if (takeConflictsWanted()) useListing.setState({ ...nothing, shown: "conflict" });
}

export function isFiltered({ text, inputId, shown, reason }: Omit<Listing, "sought">): boolean {
	return text.trim() !== "" || inputId !== "" || shown !== "all" || reason !== "";
}
