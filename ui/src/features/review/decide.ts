import { said } from "../../i18n/said";
import { commands, type FactRuling, type ResolveChoice, type Said, type WaitingRow } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { decideHeldBack } from "../../state/heldBack";
import { judged } from "../../state/judged";
import { note } from "../../state/toasts";

export type Choice = "accept" | "reject" | "still_holds" | "ask_again" | "settled" | ResolveChoice;

/**
 * Sends a decision to the host, on one fact or on many as one step. What was not accepted, since its column says the same
 * already, is asked about. Answers the step that it became, if it became one.
 */
export async function carryOut(
	discovery: string,
	choice: Choice,
	facts: readonly [WaitingRow, ...WaitingRow[]],
	rulings: FactRuling[] = [],
): Promise<number | null> {
	const ids = facts.map(({ id }) => id);
	const [{ id: first }] = facts;
	switch (choice) {
		case "accept": {
			const { value, step } = await judged(discovery, call(commands.factAccept(ids, false)));
			tell(value.note);
			await decideHeldBack(discovery, value.heldBack);
			return step;
		}
		case "reject":
			return told(await judged(discovery, call(commands.factReject(ids))));
		case "still_holds": {
			const labels = facts.map(({ label }) => label);
			return (await call(commands.entityReview(discovery, labels))).step;
		}
		case "settled":
			return told(await judged(discovery, call(commands.factSettle(rulings))));
		case "ask_again": {
			const { value, step } = await judged(discovery, call(commands.factAskAgain(first)));
			return told({ value: value.note, step });
		}
		default:
			return told(await judged(discovery, call(commands.factResolve(first, choice))));
	}
}

function told({ value, step }: { value: Said | null; step: number | null }): number | null {
	tell(value);
	return step;
}

/** A model was to judge whom the decision touches, and what is built in did. */
function tell(why: Said | null): void {
	if (why !== null) note({ title: said(why) });
}
