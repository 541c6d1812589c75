// Runs the suites against a built binary: `node run.mjs [--keep] [SUITE…]`, with the binary's path in FACTLY_BINARY.
//
// Each suite has a home of its own and starts the application as often as it needs to. The last line is the count.
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
let failed = 0;
try {
	for (const name of names) await suite(name);
} finally {
	await screen.stop();
	if (keep || failed > 0) console.log(`kept ${folder}`);
	else rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** A suite exports its tests in order; they share a desk, and one that fails ends it, since the next build on it. */
async function suite(name) {
	const { tests, env } = await import(`./suites/${name}.mjs`);
	const home = join(folder, name);
	const desk = await Desk.set({ binary, screen, home, env: env?.(home) });
	const picture = async (title) => {
		await desk.window?.drawn();
		await screen.picture(join(pictures, `${name}-${title}.png`));
	};
	console.log(`\n${name}`);
	for (const [title, test] of Object.entries(tests)) {
		const began = Date.now();
		try {
			await test({ desk, screen, picture });
			passed += 1;
			console.log(`  ok    ${title} (${Date.now() - began} ms)`);
		} catch (error) {
			failed += 1;
			console.log(`  FAIL  ${title}\n${error.stack}\n--- the application's log\n${desk.log()}---`);
			await picture("failed").catch(() => {});
			break;
		}
	}
	await desk.stop();
	if (!keep && failed === 0) rmSync(home, { recursive: true, force: true });
}
