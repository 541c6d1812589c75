import { commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";

/** A citation as it is written: with the id of what it cites, so that another version of that makes it stale. */
export async function citationOf(discovery: string, label: string): Promise<string> {
	try {
		return await call(commands.reportCitation(discovery, label));
	} catch {
		// It is one without the id too.
		return `[${label}]`;
	}
}
