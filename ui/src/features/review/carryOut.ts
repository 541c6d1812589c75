import { commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import type { Choice } from "./queue";

/** Sends a decision to the host. */
export function carryOut(choice: Choice, fact: string): Promise<unknown> {
	if (choice === "accept") return call(commands.factAccept([fact]));
	if (choice === "reject") return call(commands.factReject([fact]));
	return call(commands.factResolve(fact, choice));
}
