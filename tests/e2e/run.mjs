// Runs the suites against a built binary: `node run.mjs [--keep] [SUITE…]`, with the binary's path in FACTLY_BINARY.
//
// Three run side by side, each as a process with a session bus, a screen and a home of its own: most of a suite is waiting
// for a window. What a suite says is printed once it has ended; the last lines are the count and what failed, since of a
// long run often only the end is seen. `--keep` leaves homes and pictures where they are and says where.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const SIDE_BY_SIDE = 3;

const here = dirname(fileURLToPath(import.meta.url));
const args = process.argv.slice(2);
const keep = args.includes("--keep");
const wanted = args.filter((arg) => !arg.startsWith("--"));
const binary = resolve(process.env.FACTLY_BINARY ?? join(here, "../../target/debug/factly-desktop"));
if (!existsSync(binary)) throw new Error(`${binary} is missing: build it, or say in FACTLY_BINARY where it is`);

const files = readdirSync(join(here, "suites")).filter((file) => file.endsWith(".mjs"));
const known = files.map((file) => file.slice(0, -4)).sort();
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`there is no suite ${unknown.join(", ")}; there are ${known.join(", ")}`);
// The long ones first, so that the last to end is a short one.
const length = (name) => statSync(join(here, "suites", `${name}.mjs`)).size;
const waiting = known.filter((name) => wanted.length === 0 || wanted.includes(name)).sort((one, other) => length(other) - length(one));

const folder = mkdtempSync(join(tmpdir(), "factly-e2e-"));
const pictures = process.env.FACTLY_E2E_PICTURES ?? join(folder, "pictures");
mkdirSync(pictures, { recursive: true });
const failures = [];
let passed = 0;
await Promise.all(Array.from({ length: SIDE_BY_SIDE }, line));
if (keep || failures.length > 0) console.log(`kept ${folder}`);
else rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failures.length} failed`);
for (const failure of failures) console.log(`FAIL  ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);

/** Runs one suite after the other. */
async function line() {
	for (let name = waiting.shift(); name; name = waiting.shift()) {
		const { output, result } = await suite(name);
		console.log(output);
		passed += result?.passed ?? 0;
		failures.push(...(result?.failures ?? [`${name}: it ended before its end`]));
	}
}

/** On a session bus of its own: single-instance works over it, and it must meet neither another suite's nor that of whoever runs this. */
function suite(name) {
	const bus = ["--config-file", join(here, "harness/bus.conf"), "--", process.execPath];
	const what = [join(here, "harness/suite.mjs"), name, join(folder, name), pictures, keep ? "keep" : "clear", binary];
	const run = spawn("dbus-run-session", [...bus, ...what], { stdio: ["ignore", "pipe", "pipe"] });
	const chunks = [];
	for (const stream of [run.stdout, run.stderr]) stream.on("data", (piece) => chunks.push(piece));
	return new Promise((done, fail) => {
		run.once("error", (error) => fail(new Error(`dbus-run-session did not start: ${error.message}`)));
		run.once("close", () => {
			const lines = Buffer.concat(chunks).toString().trimEnd().split("\n");
			const resultLine = lines.findIndex((one) => one.startsWith("RESULT "));
			done({ output: lines.filter((_, at) => at !== resultLine).join("\n"), result: resultLine < 0 ? undefined : JSON.parse(lines[resultLine].slice(7)) });
		});
	});
}
