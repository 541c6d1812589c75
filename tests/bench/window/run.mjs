// What the window costs, beside a blank Tauri window of the same build profile in the same run.
//
// `node tests/bench/window/run.mjs` builds what it measures in release, makes a library of 100,000 facts and prints:
// the binary's size, the time to the first useful paint, and the memory of all processes at idle. A paint is useful when
// the screen shows what it will go on showing: the discovery, its text and its facts. `--no-build` takes what is there.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Desk } from "../../e2e/harness/desk.mjs";
import { Screen } from "../../e2e/harness/screen.mjs";
import { until } from "../../e2e/harness/webdriver.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");
const release = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "release");
const binary = join(release, "factly-desktop");
const blank = join(release, "examples/blank");
const cli = join(release, "factly");
const FACTS = 100_000;
const STARTS = 7;
/** When everything that a start sets going has come to rest. */
const TO_REST = 6_000;

if (!process.env.FACTLY_E2E_BUS) {
	const again = ["--config-file", join(root, "tests/e2e/harness/bus.conf"), "--", process.execPath, ...process.argv.slice(1)];
	const run = spawnSync("dbus-run-session", again, { stdio: "inherit", env: { ...process.env, FACTLY_E2E_BUS: "1" } });
	process.exit(run.status ?? 1);
}

if (!process.argv.includes("--no-build")) {
	const build = (...args) => execFileSync("cargo", ["build", "--release", ...args], { cwd: root, stdio: "inherit" });
	build("--package", "factly-desktop", "--bins", "--example", "blank");
	build("--package", "factly-cli", "--bins");
}

const folder = mkdtempSync(join(tmpdir(), "factly-bench-"));
const screen = await Screen.start(folder);
try {
	const floor = await Desk.set({ binary: blank, screen, home: join(folder, "blank") });
	const desk = await Desk.set({ binary, screen, home: join(folder, "factly") });
	await furnish(desk);
	const starts = [await paints(floor), await paints(desk)];
	const memory = [await idle(floor), await idle(desk)];
	const size = statSync(binary).size / 1e6;
	console.log(`binary                      ${size.toFixed(1)} MB  (limit 15)`);
	row("first useful paint", "ms", starts, 1.25);
	row("memory at idle, all processes", "MiB", memory, 1.35);
} finally {
	await screen.stop();
	rmSync(folder, { recursive: true, force: true });
}

function row(name, unit, [floor, ours], limit) {
	const ratio = (ours / floor).toFixed(2);
	console.log(`${name.padEnd(28)}${ours.toFixed(0)} ${unit}  (blank ${floor.toFixed(0)} ${unit}, ratio ${ratio}, limit ${limit})`);
}

/** A library of 100,000 facts in one discovery, which the window was last left on. */
async function furnish(desk) {
	const text = join(desk.home, "survey.txt");
	const lines = Array.from({ length: FACTS }, (_, n) => `Station ${n} reported ${n % 977} damaged houses.`);
	writeFileSync(text, lines.map((line, n) => (n % 8 === 7 ? `${line}\n\n` : `${line} `)).join(""));
	const factly = (...args) => JSON.parse(execFileSync(cli, ["--library", desk.library, "--json", ...args], { maxBuffer: 1 << 30 }));
	const { id } = factly("discovery", "create", "--title", "Survey");
	factly("input", "add", id, text);
	const window = await desk.start();
	await (await window.role("button", "Survey")).click();
	await window.find("[role=button][aria-label^='Fact F-1,']");
	console.log(`library: ${(await (await window.role("button", "Survey")).text()).trim()}`);
	await pause(TO_REST);
	await desk.stop();
}

/** The median time from the start of the process to the picture that it comes to rest with. */
async function paints(desk) {
	const final = await picture(desk);
	const times = [];
	for (let n = 0; n < STARTS; n++) {
		const began = performance.now();
		start(desk);
		await until("the first useful paint", () => final.equals(look()), 60_000, 2);
		times.push(performance.now() - began);
		await desk.stop();
		await until("an empty screen", () => !final.equals(look()));
	}
	return times.sort((a, b) => a - b)[STARTS >> 1];
}

async function picture(desk) {
	start(desk);
	await pause(TO_REST);
	const final = look();
	await desk.stop();
	return final;
}

async function idle(desk) {
	start(desk);
	await pause(TO_REST);
	const shares = desk.processes().map((pid) => /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]);
	await desk.stop();
	return shares.reduce((sum, share) => sum + Number(share ?? 0), 0) / 1024;
}

/** As an analyst does, with no driver. */
function start(desk) {
	const { TAURI_WEBVIEW_AUTOMATION, ...env } = desk.env;
	spawn(desk.binary, [], { env, stdio: "ignore" });
}

function look() {
	return readFileSync(screen.file);
}
