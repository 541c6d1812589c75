import { commands, type FactRuling } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { decideHeldBack } from "../../state/heldBack";
import { judged } from "../../state/judged";
import { note } from "../../state/toasts";
import type { Choice } from "./queue";

/** Sends a decision to the host. What was not accepted, since its column says the same already, is asked about. */
export async function carryOut(
	discovery: string,
	choice: Choice,
	fact: string,
	rulings: FactRuling[] = [],
): Promise<void> {
	if (choice === "accept") {
		const report = (await judged(discovery, call(commands.factAccept([fact], false)))).value;
		tell(report.note);
		return decideHeldBack(discovery, report.heldBack);
	}
	if (choice === "reject") return tell((await judged(discovery, call(commands.factReject([fact])))).value);
	if (choice === "ask_again") return tell((await judged(discovery, call(commands.factAskAgain(fact)))).value.note);
	if (choice === "settled") return tell((await judged(discovery, call(commands.factSettle(rulings)))).value);
	return tell((await judged(discovery, call(commands.factResolve(fact, choice)))).value);
}

/** A model was to judge whom the decision touches, and what is built in did. */
function tell(why: string | null): void {
	if (why !== null) note({ title: why });
}
