import { commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { decideHeldBack } from "../facts/heldBack";
import { judged } from "../pipeline/judged";
import type { Choice } from "./queue";

/** Sends a decision to the host. What was not accepted, since its column says the same already, is asked about. */
export async function carryOut(discovery: string, choice: Choice, fact: string): Promise<unknown> {
	if (choice === "accept") {
		const { heldBack } = (await judged(discovery, call(commands.factAccept([fact], false)))).value;
		return decideHeldBack(discovery, heldBack);
	}
	if (choice === "reject") return judged(discovery, call(commands.factReject([fact])));
	if (choice === "ask_again") return call(commands.factAskAgain(fact));
	return judged(discovery, call(commands.factResolve(fact, choice)));
}
