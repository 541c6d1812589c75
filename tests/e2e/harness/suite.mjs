// One suite, as `run.mjs` starts it: `node suite.mjs NAME FOLDER PICTURES keep|clear BINARY`. Its last line says what came of it.

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Desk } from "./desk.mjs";
import { Screen } from "./screen.mjs";

const [name, folder, pictures, after, binary] = process.argv.slice(2);
const home = join(folder, "home");
mkdirSync(home, { recursive: true });
const screen = await Screen.start(folder);
const failures = [];
let passed = 0;
let desk;
try {
	console.log(name);
	await suite();
} finally {
	await screen.stop();
	if (after === "clear" && failures.length === 0) rmSync(folder, { recursive: true, force: true });
}
console.log(`RESULT ${JSON.stringify({ passed, failures })}`);
process.exit(0);

/** A suite exports its tests in order; they share a desk, and one that fails ends it, since the next build on it. */
async function suite() {
	let tests = {};
	await attempt("it is set up", async () => {
		const loaded = await import(`../suites/${name}.mjs`);
		desk = await Desk.set({ binary, screen, home, env: loaded.env?.(home) });
		tests = loaded.tests;
	});
	const titles = Object.keys(tests);
	for (const [at, title] of titles.entries()) {
		const took = await attempt(title, () => tests[title]({ desk, screen, picture }));
		if (took === undefined) {
			await picture("failed").catch(() => {});
			console.log(`  not tried: ${titles.slice(at + 1).join("; ") || "nothing"}`);
			break;
		}
		passed += 1;
		console.log(`  ok    ${title} (${took} ms)`);
	}
	if (desk) await attempt("it is cleared away", () => desk.stop());
}

async function picture(title) {
	await desk.window?.drawn();
	await screen.picture(join(pictures, `${name}-${title}.png`));
}

/** Returns the time taken, or nothing if it failed. */
async function attempt(title, work) {
	const began = Date.now();
	try {
		await work();
		return Date.now() - began;
	} catch (error) {
		console.log(`  FAIL  ${title}\n${error.stack}\n--- the application's log\n${desk?.log() ?? ""}---`);
		failures.push(`${name}: ${title}: ${firstLines(error)}`);
		return undefined;
	}
}

/** Of an assertion the first line says what it is of, and the next what was there instead. */
function firstLines({ message }) {
	return message.split("\n").map((line) => line.trim()).filter(Boolean).slice(0, 8).join(" ").slice(0, 400);
}
