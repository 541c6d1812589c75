import { translateMessage } from "../../i18n/backendMessages";
import { commands, type FactRuling, type ResolveChoice, type UserMessage, type WaitingRow } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { decideDuplicateHolds } from "../../state/duplicateHolds";
import { withModelProgress } from "../../state/modelProgress";
import { showToast } from "../../state/toasts";

export type Choice = "accept" | "reject" | "still_holds" | "ask_again" | "settled" | ResolveChoice;

/**
 * Sends a decision to the host, on one fact or on many as one step. What was not accepted, since its column says the same
 * already, is asked about. Answers the step that it became, if it became one.
 */
export async function sendDecision(
	discovery: string,
	choice: Choice,
	facts: readonly [WaitingRow, ...WaitingRow[]],
	rulings: FactRuling[] = [],
): Promise<number | null> {
	const ids = facts.map(({ id }) => id);
	const [{ id: first }] = facts;
	switch (choice) {
		case "accept": {
			const { value, step } = await withModelProgress(discovery, call(commands.factAccept(ids, false)));
			showModelNote(value.note);
			await decideDuplicateHolds(discovery, value.heldBack);
			return step;
		}
		case "reject":
			return reportNote(await withModelProgress(discovery, call(commands.factReject(ids))));
		case "still_holds": {
			const labels = facts.map(({ label }) => label);
			return (await call(commands.entityReview(discovery, labels))).step;
		}
		case "settled":
			return reportNote(await withModelProgress(discovery, call(commands.factSettle(rulings))));
		case "ask_again": {
			const { value, step } = await withModelProgress(discovery, call(commands.factAskAgain(first)));
			return reportNote({ value: value.note, step });
		}
		default:
			return reportNote(await withModelProgress(discovery, call(commands.factResolve(first, choice))));
	}
}

function reportNote({ value, step }: { value: UserMessage | null; step: number | null }): number | null {
	showModelNote(value);
	return step;
}

/** A model was to judge whom the decision touches, and what is built in did. */
function showModelNote(why: UserMessage | null): void {
	if (why !== null) showToast({ title: translateMessage(why) });
}
