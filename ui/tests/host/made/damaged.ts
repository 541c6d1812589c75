import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { LIBRARY } from "../host.ts";
import type { Cli } from "./cli.ts";
import { makeHarbour } from "./harbour.ts";

/** A library that something wrote over, beside a copy of it that is whole. */
export async function makeDamaged(factly: Cli): Promise<void> {
	await makeHarbour(factly);
	await factly.do("backup", "make");
	const file = openSync(join(factly.folder, LIBRARY), "r+");
	writeSync(file, "not a library any more".repeat(200), 0);
	closeSync(file);
}
