import { rmSync } from "node:fs";
import { afterEach, vi } from "vitest";
import type { Discovery } from "../../src/ipc/bindings.ts";
import { client } from "../../src/ipc/client.ts";
import { Host } from "./host.ts";
import { openDoor } from "./inPage.ts";
import { copyOf, type Library } from "./libraries.ts";

/** A part of the window over the real host, without a browser. */

let open: { host: Host; folder: string } | undefined;

afterEach(async () => {
	await open?.host.end();
	if (open) rmSync(open.folder, { recursive: true, force: true });
	open = undefined;
});

/** Opens a copy of a library behind the bindings; ends with the test. */
export async function openHost(library: Library): Promise<{ host: Host; discovery: string }> {
	client.clear();
	const folder = copyOf(library);
	const host = new Host(folder);
	open = { host, folder };
	const ask = async (command: string, args: string) => JSON.stringify(await host.ask(command, JSON.parse(args)));
	Object.assign(window, { askHost: ask });
	openDoor("askHost");
	host.onUnasked = (unasked) => window.testDoor?.hear(unasked);
	const [first] = await host.value<Discovery[]>("discovery_list", { query: null, archived: false });
	return { host, discovery: first?.id ?? "" };
}

/** As long as a busy machine may take; what holds at once is not waited for. */
const PATIENCE = { timeout: 25_000, interval: 20 };
/** Looks until it gives something true. */
export const waitUntil: typeof vi.waitUntil = (look) => vi.waitUntil(look, PATIENCE);
/** Checks until nothing is thrown. */
export const waitFor: typeof vi.waitFor = (check) => vi.waitFor(check, PATIENCE);
