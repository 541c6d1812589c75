import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCatalogue, makeMissing } from "./made/catalogue.ts";
import { CLI, Cli } from "./made/cli.ts";
import { makeDamaged } from "./made/damaged.ts";
import { makeDecided } from "./made/decided.ts";
import { makeHarbour } from "./made/harbour.ts";
import { makeInterviews } from "./made/interviews.ts";
import { makeLarge } from "./made/large.ts";
import { makeMany } from "./made/many.ts";
import { makeProvider, makeWritten } from "./made/provider.ts";
import { makeScripts } from "./made/scripts.ts";

/** Each library that a window is opened on is made once, by the command line, and copied for each window. */

const makers = {
	empty: async () => {},
	sample: makeHarbour,
	provider: makeProvider,
	written: makeWritten,
	memory: makeCatalogue,
	missing: makeMissing,
	scripts: makeScripts,
	interviews: makeInterviews,
	decided: makeDecided,
	large: makeLarge,
	many: makeMany,
	damaged: makeDamaged,
};

export type Library = keyof typeof makers;

const made = join(import.meta.dirname, "../../node_modules/.cache/libraries");

/** Makes those that are not there yet, or were made by another engine or other words. */
export async function makeLibraries(): Promise<void> {
	const { size, mtimeMs } = statSync(CLI);
	const folder = join(import.meta.dirname, "made");
	const words = readdirSync(folder)
		.toSorted()
		.map((file) => readFileSync(join(folder, file), "utf8"));
	const state = createHash("sha256")
		.update([size, mtimeMs, ...words].join("\n"))
		.digest("hex")
		.slice(0, 16);
	const stamp = join(made, "made-of");
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === state) return;
	rmSync(made, { recursive: true, force: true });
	await Promise.all(Object.entries(makers).map(([name, make]) => make(new Cli(join(made, name)))));
	writeFileSync(stamp, state);
}

/** A folder with a copy of a library, for one window. */
export function copyOf(library: Library): string {
	const folder = mkdtempSync(join(tmpdir(), "factly-ui-"));
	cpSync(join(made, library), folder, { recursive: true });
	return folder;
}
