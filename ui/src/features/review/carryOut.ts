import { commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { decideHeldBack } from "../facts/heldBack";
import type { Choice } from "./queue";

/** Sends a decision to the host. What was not accepted, since its column says the same already, is asked about. */
export async function carryOut(discovery: string, choice: Choice, fact: string): Promise<unknown> {
	if (choice === "accept") {
		const { heldBack } = (await call(commands.factAccept([fact], false))).value;
		return decideHeldBack(discovery, heldBack);
	}
	if (choice === "reject") return call(commands.factReject([fact]));
	if (choice === "ask_again") return call(commands.factAskAgain(fact));
	return call(commands.factResolve(fact, choice));
}
