// What the window costs, beside a blank Tauri window of the same build profile in the same run.
//
// `node tests/bench/window/run.mjs` builds what it measures in release and prints: the binary's size; with a library of
// 100,000 facts the time to the first useful paint and the memory of all processes at idle; how long the frames take while
// a text of 1 MB with 5,000 facts scrolls; how far the chat is behind a quick model, how soon it stops, and how soon a long
// conversation is open. A paint is useful when the screen shows what it will go on showing: the discovery, its text and its
// facts. `--no-build` takes what is there. It ends with 1 if a limit is broken.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Desk } from "../../e2e/harness/desk.mjs";
import { Screen } from "../../e2e/harness/screen.mjs";
import { Key, until } from "../../e2e/harness/webdriver.mjs";
import { answer } from "./answer.mjs";
import { opening, stopping } from "./conversation.mjs";
import { at, frameCosts, grid } from "./grid.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");
const release = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "release");
const binary = join(release, "factly-desktop");
const blank = join(release, "examples/blank");
const driven = join(release, "examples/driven");
const cli = join(release, "factly");
const FACTS = 100_000;
const INPUTS = 20;
const STARTS = 7;
const FRAMES = 300;
/** The screen in squares, the one of the text's scroll bar among them, and the levels within which two are the same. */
const CELL = 40;
const [COLUMNS, ROWS] = [1280 / CELL, 800 / CELL];
const SCROLL_BAR = Math.floor(966 / CELL);
const SAME = 5;
/** When everything that a start sets going has come to rest. */
const TO_REST = 6_000;

if (!process.env.FACTLY_E2E_BUS) {
	const again = ["--config-file", join(root, "tests/e2e/harness/bus.conf"), "--", process.execPath, ...process.argv.slice(1)];
	const run = spawnSync("dbus-run-session", again, { stdio: "inherit", env: { ...process.env, FACTLY_E2E_BUS: "1" } });
	process.exit(run.status ?? 1);
}

if (!process.argv.includes("--no-build")) {
	const build = (...args) => execFileSync("cargo", ["build", "--release", ...args], { cwd: root, stdio: "inherit" });
	build("--package", "factly-desktop", "--bins", "--example", "blank", "--example", "driven");
	build("--package", "factly-cli", "--bins");
}

const folder = mkdtempSync(join(tmpdir(), "factly-bench-"));
const screen = await Screen.start(folder);
const broken = [];
try {
	const floor = await Desk.set({ binary: blank, screen, home: join(folder, "blank") });
	const desk = await Desk.set({ binary, cli, screen, home: join(folder, "factly") });
	const size = statSync(binary).size / 1e6;
	const blankSize = statSync(blank).size / 1e6;
	say("binary", `${size.toFixed(1)} MB`, `blank ${blankSize.toFixed(1)} MB, limit 15`, size <= 15);
	await shutOut(desk);
	await furnish(desk);
	compare("first useful paint", "ms", await paints(floor), await paints(desk), 1.25);
	compare("memory at idle, all processes", "MiB", await idle(floor), await idle(desk), 1.35);
	await columns(desk);
	await scrolling(floor);
	await talking();
} finally {
	await screen.stop();
	rmSync(folder, { recursive: true, force: true });
}
if (broken.length > 0) {
	console.error(`over its limit: ${broken.join(", ")}`);
	process.exit(1);
}

function compare(name, unit, floor, ours, limit) {
	const ratio = ours / floor;
	say(name, `${ours.toFixed(0)} ${unit}`, `blank ${floor.toFixed(0)} ${unit}, ratio ${ratio.toFixed(2)}, limit ${limit}`, ratio <= limit);
}

function say(name, figure, beside, holds = true) {
	if (!holds) broken.push(name);
	console.log(`${name.padEnd(34)}${figure.padEnd(12)}(${beside})${holds ? "" : "  OVER"}`);
}

/** A release takes no orders, whatever the environment says. */
async function shutOut(desk) {
	const port = 4_000 + (process.pid % 1_000);
	const orders = { TAURI_WEBVIEW_AUTOMATION: "true", WEBKIT_INSPECTOR_SERVER: `127.0.0.1:${port}` };
	const app = spawn(desk.binary, [], { env: { ...desk.env, ...orders }, stdio: "ignore" });
	await until("the window", () => desk.log().includes("the page has loaded"), 30_000);
	const carries = readFileSync(`/proc/${app.pid}/environ`, "utf8").split("\0").some((line) => Object.keys(orders).includes(line.split("=")[0]));
	const answers = await fetch(`http://127.0.0.1:${port}`).then(() => true, () => false);
	say("let in by the environment", carries || answers ? "a driver" : "nobody", "limit nobody", !carries && !answers);
	await desk.stop();
}

/** A library of 100,000 facts in one discovery, found in twenty Inputs, which the window was last left on. */
async function furnish(desk) {
	const line = (n) => `Station ${n} reported ${n % 977} damaged houses.${n % 8 === 7 ? "\n\n" : " "}`;
	const lines = (from) => Array.from({ length: FACTS / INPUTS }, (_, n) => line(from + n)).join("");
	await read(desk, "Survey", ...Array.from({ length: INPUTS }, (_, n) => lines((n * FACTS) / INPUTS)));
	await pause(TO_REST);
	await desk.stop();
}

/** The pipeline's grid over the same library, beside a discovery of a hundredth of its cards. */
async function columns(desk) {
	const lines = Array.from({ length: FACTS / 100 }, (_, n) => `Post ${n} reported ${n % 977} damaged roofs. `);
	const window = await read(desk, "Roofs", lines.join(""));
	await grid(window, { few: "Roofs", many: "Survey" }, say);
	await desk.stop();
}

/** The window with `texts` in it, in a discovery of their own. */
async function read(desk, title, ...texts) {
	const files = texts.map((text, n) => {
		const file = join(desk.home, `${title}-${n + 1}.txt`);
		writeFileSync(file, text);
		return file;
	});
	const { id } = desk.ask("discovery", "create", "--title", title);
	desk.ask("input", "add", id, ...files);
	const { fact_count: facts } = desk.ask("discovery", "show", id);
	console.log(`${title}: ${texts.join("").length} characters in ${texts.length}, ${facts} facts`);
	const window = await Object.assign(desk, { binary: driven }).start();
	await (await window.role("button", title)).click();
	await window.find("[role=button][aria-label^='Fact F-1,']");
	return Object.assign(desk, { binary }).window;
}

/** The median time from the start of the process to the picture that it comes to rest with. */
async function paints(desk) {
	const final = await picture(desk);
	const times = [];
	for (let n = 0; n < STARTS; n++) {
		const began = performance.now();
		start(desk);
		await until("the first useful paint", () => alike(final, look()), 60_000, 2);
		times.push(performance.now() - began);
		await desk.stop();
		await until("an empty screen", () => !alike(final, look()));
	}
	return times.sort((a, b) => a - b)[STARTS >> 1];
}

/** What the screen comes to rest with: it stands as it is for some seconds. */
async function picture(desk) {
	const empty = look();
	let last = empty;
	let since = performance.now();
	start(desk);
	await until("the screen to come to rest", () => {
		const now = look();
		if (!alike(now, last)) [last, since] = [now, performance.now()];
		return !alike(last, empty) && performance.now() - since > TO_REST;
	}, 60_000, 50);
	await desk.stop();
	return last;
}

async function idle(desk) {
	start(desk);
	await pause(TO_REST);
	const shares = desk.processes().map((pid) => /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]);
	await desk.stop();
	return shares.reduce((sum, share) => sum + Number(share ?? 0), 0) / 1024;
}

/** The chat: how far behind a quick model, how soon it stops, how soon it is open. */
async function talking() {
	const set = (name) => Desk.set({ binary: driven, cli, screen, home: join(folder, name) });
	await answer(await set("streaming"), say);
	await stopping(await set("stopping"), say);
	await opening(await set("opening"), say);
}

/** How long frames take while a long text and a long list scroll, beside plain text in the blank window. */
async function scrolling(floor) {
	const rest = "along the river road, and the crew that came in the morning found the pumps in the yard of the old mill still running after the long night of rain and wind.";
	const lines = Array.from({ length: 5_000 }, (_, n) => `Station ${n} reported ${n % 977} damaged houses ${rest}`);
	const plain = await floor.start();
	await plain.run("(text) => { document.body.innerHTML = '<pre></pre>'; document.querySelector('pre').textContent = text; }", lines.join("\n\n").slice(0, 200_000));
	const bare = await frames(plain, "html", 96);
	await floor.stop();
	const desk = await Desk.set({ binary, cli, screen, home: join(folder, "scrolling") });
	const window = await read(desk, "Stations", lines.map((line, n) => (n % 4 === 3 ? `${line}\n\n` : `${line} `)).join(""));
	tell("frames while the text scrolls", await frames(window, "section[aria-label^='Text of']", 96), bare);
	const costs = await frameCosts(window, "section[aria-label^='Text of']", 96);
	say("text, script and layout a frame", `p99 ${at(costs, 0.99)} ms`, `p50 ${at(costs, 0.5)}, most ${at(costs, 1)}`);
	await window.keys([Key.Control, "6"]);
	await window.find("[role=grid] [role=row]", "F-1");
	tell("frames while the list scrolls", await frames(window, "[role=grid] [role=presentation]", 96), bare);
	await desk.stop();
}

/** Scrolls by `step` a frame; the times between frames. */
async function frames(window, selector, step) {
	await window.find(selector);
	await pause(TO_REST / 3);
	const times = await window.run(`(selector, step, count) => new Promise((done) => {
		const view = document.querySelector(selector);
		const times = [];
		let last = 0;
		const frame = (now) => {
			if (last > 0) times.push(now - last);
			last = now;
			view.scrollTop += step;
			if (times.length < count) requestAnimationFrame(frame);
			else done(times);
		};
		requestAnimationFrame(frame);
	})`, selector, step, FRAMES);
	return times.sort((a, b) => a - b);
}

function tell(name, times, bare) {
	const late = times.filter((time) => time > 34).length;
	say(name, `${at(times, 0.5)} ms`, `p95 ${at(times, 0.95)}, p99 ${at(times, 0.99)}, most ${at(times, 1)}; ${late} of ${times.length} over 34 ms; blank ${at(bare, 0.5)}, p95 ${at(bare, 0.95)}, most ${at(bare, 1)}`);
}

/** As an analyst does, with no driver. */
function start(desk) {
	const { TAURI_WEBVIEW_AUTOMATION, ...env } = desk.env;
	spawn(desk.binary, [], { env, stdio: "ignore" });
}

/** How bright each part of the screen is on average: enough to see whether the words are there, and no finer. */
function look() {
	const cells = new Float32Array(COLUMNS * ROWS);
	const { pixels, stride } = screen.pixels();
	for (let y = 0; y < ROWS * CELL; y += 2) {
		for (let x = 0; x < COLUMNS * CELL; x += 2) cells[Math.floor(y / CELL) * COLUMNS + Math.floor(x / CELL)] += pixels[y * stride + x * 4 + 1];
	}
	return cells.map((sum) => sum / (CELL / 2) ** 2);
}

/** Glyphs may lie half a pixel elsewhere at the next start, and the scroll bar fades by itself: neither is a difference. */
function alike(a, b) {
	return a.every((cell, at) => Math.abs(cell - b[at]) < SAME || at % COLUMNS === SCROLL_BAR);
}
