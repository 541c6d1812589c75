// Runs the suites against a built binary: `node run.mjs [--keep] [SUITE…]`, with the binary's path in FACTLY_BINARY.
//
// Each suite has a home of its own and starts the application as often as it needs to. The last lines are the count and
// what failed: of a long run often only the end is seen.
// `--keep` leaves homes and pictures where they are and says where.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Screen } from "./harness/screen.mjs";
import { Desk } from "./harness/desk.mjs";

const here = dirname(fileURLToPath(import.meta.url));

// A session bus of our own: single-instance works over it, and it must not meet the one of whoever runs this.
if (!process.env.FACTLY_E2E_BUS) {
	const again = ["--config-file", join(here, "harness/bus.conf"), "--", process.execPath, ...process.argv.slice(1)];
	const run = spawnSync("dbus-run-session", again, { stdio: "inherit", env: { ...process.env, FACTLY_E2E_BUS: "1" } });
	if (run.error) throw new Error(`dbus-run-session did not start: ${run.error.message}`);
	process.exit(run.status ?? 1);
}

const args = process.argv.slice(2);
const keep = args.includes("--keep");
const wanted = args.filter((arg) => !arg.startsWith("--"));
const binary = resolve(process.env.FACTLY_BINARY ?? join(here, "../../target/debug/factly-desktop"));
if (!existsSync(binary)) throw new Error(`${binary} is missing: build it, or say in FACTLY_BINARY where it is`);

const known = readdirSync(join(here, "suites"))
	.filter((file) => file.endsWith(".mjs"))
	.map((file) => file.slice(0, -4))
	.sort();
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`there is no suite ${unknown.join(", ")}; there are ${known.join(", ")}`);
const names = known.filter((name) => wanted.length === 0 || wanted.includes(name));

const folder = mkdtempSync(join(tmpdir(), "factly-e2e-"));
const pictures = process.env.FACTLY_E2E_PICTURES ?? join(folder, "pictures");
mkdirSync(pictures, { recursive: true });
const screen = await Screen.start(folder);
let passed = 0;
const failures = [];
try {
	for (const name of names) await suite(name);
} finally {
	await screen.stop();
	if (keep || failures.length > 0) console.log(`kept ${folder}`);
	else rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failures.length} failed`);
for (const failure of failures) console.log(`FAIL  ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);

/** A suite exports its tests in order; they share a desk, and one that fails ends it, since the next build on it. */
async function suite(name) {
	console.log(`\n${name}`);
	const home = join(folder, name);
	let desk;
	const before = failures.length;
	const attempt = async (title, work) => {
		const began = Date.now();
		try {
			await work();
			return Date.now() - began;
		} catch (error) {
			console.log(`  FAIL  ${title}\n${error.stack}\n--- the application's log\n${desk?.log() ?? ""}---`);
			failures.push(`${name}: ${title}: ${firstLines(error)}`);
			return undefined;
		}
	};
	let tests = {};
	await attempt("it is set up", async () => {
		const loaded = await import(`./suites/${name}.mjs`);
		desk = await Desk.set({ binary, screen, home, env: loaded.env?.(home) });
		tests = loaded.tests;
	});
	const picture = async (title) => {
		await desk.window?.drawn();
		await screen.picture(join(pictures, `${name}-${title}.png`));
	};
	for (const [title, test] of Object.entries(tests)) {
		const took = await attempt(title, () => test({ desk, screen, picture }));
		if (took === undefined) {
			await picture("failed").catch(() => {});
			console.log(`  not tried: ${Object.keys(tests).slice(Object.keys(tests).indexOf(title) + 1).join("; ") || "nothing"}`);
			break;
		}
		passed += 1;
		console.log(`  ok    ${title} (${took} ms)`);
	}
	if (desk) await attempt("it is cleared away", () => desk.stop());
	if (!keep && failures.length === before) rmSync(home, { recursive: true, force: true });
}

/** Of an assertion the first line says what it is of, and the next what was there instead. */
function firstLines({ message }) {
	return message.split("\n").map((line) => line.trim()).filter(Boolean).slice(0, 8).join(" ").slice(0, 400);
}
