// Cost of the window, beside a blank Tauri window of the same build profile in the same run.
//
// `node tests/bench/window/run.mjs` builds what it measures in release and prints: the binary's size; with a library of
// 100,000 facts the time to the first paint of the frame and to the first real data, and the memory of all processes at
// idle; how soon a small command answers, and what the grid costs; how long the frames take while a text of 1 MB with
// 5,000 facts scrolls; how far the chat is behind a quick model, how soon it stops, and how soon a long conversation and the
// conflict inbox are open; whether the frames keep their pace while ten documents are written. The frame stands when the head of the library panel and the header's tools show what they will go
// on showing; the data is there when all of the screen does: the discovery, its text and its facts. `--no-build` takes what
// is there; `start`, `grid`, `text`, `chat`, `documents` and `inbox` name the parts to measure, else it is all. It ends with 1 if a limit
// is broken.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Desk } from "../../e2e/harness/desk.mjs";
import { enter } from "../../e2e/harness/chat.mjs";
import { clickTo } from "../../e2e/harness/rail.mjs";
import { Screen } from "../../e2e/harness/screen.mjs";
import { Key, until } from "../../e2e/harness/webdriver.mjs";
import { answer, idling, token } from "./answer.mjs";
import { opening, stopping } from "./conversation.mjs";
import { documents } from "./documents.mjs";
import { at, chain, frameCosts, grid } from "./grid.mjs";
import { inbox } from "./inbox.mjs";

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
/** Returns whether the frame has words and icons there that wait for no answer: the head of the library panel, and the
 * header's palette. */
const inFrame = (at) => {
	const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
	return (column < 4 && row < 2) || (column >= COLUMNS - 9 && column < COLUMNS - 6 && row < 1);
};
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

const parts = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));
const wanted = (part) => parts.length === 0 || parts.includes(part);
const folder = mkdtempSync(join(tmpdir(), "factly-bench-"));
const screen = await Screen.start(folder);
const broken = [];
try {
	const floor = await Desk.set({ binary: blank, screen, home: join(folder, "blank") });
	const desk = await Desk.set({ binary, cli, screen, home: join(folder, "factly") });
	const size = statSync(binary).size / 1e6;
	const blankSize = statSync(blank).size / 1e6;
	say("binary", `${size.toFixed(1)} MB`, `blank ${blankSize.toFixed(1)} MB, limit 40`, size <= 40);
	const orders = [...new Set(readFileSync(binary, "latin1").match(/FACTLY_DEBUG_[A-Z]+|id: "careless"/g))];
	say("orders that tests could give", orders.join(" ") || "none", "limit none", orders.length === 0);
	await shutOut(desk);
	if (wanted("start")) {
		await furnish(desk);
		const bare = await paints(floor);
		const ours = await paints(desk);
		compare("first paint of the frame", "ms", bare.whole, ours.frame, 1.5);
		compare("first real data", "ms", bare.whole, ours.whole, 2.5);
		compare("memory at idle, all processes", "MiB", await idle(floor), await idle(desk), 1.5);
	}
	if (wanted("grid")) await columns(desk);
	if (wanted("text")) await scrolling(floor);
	if (wanted("chat")) await talking();
	if (wanted("documents")) await documents(await Desk.set({ binary: driven, cli, screen, home: join(folder, "documents") }), say);
	if (wanted("inbox")) await inbox(await Desk.set({ binary: driven, cli, screen, home: join(folder, "inbox") }), say);
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

/** The pipeline's grid over as many cards again, in all five columns, beside a discovery of a hundredth of them. */
async function columns(desk) {
	const [few, many] = [FACTS / 100, FACTS].map((cards) => {
		const title = `Wall ${cards}`;
		const file = join(desk.home, `${title}.json`);
		writeFileSync(file, JSON.stringify(chain(title, cards)));
		desk.ask("import", file);
		return title;
	});
	const window = await Object.assign(desk, { binary: driven }).start();
	await window.role("button", many);
	await pause(TO_REST);
	await smallRead(window);
	await grid(window, { few, many }, say);
	await desk.stop();
	Object.assign(desk, { binary });
}

/** From the page's call of a small command to its reply; the page's clock has steps of a millisecond, so many at once. */
async function smallRead(window) {
	const times = await window.run(`async (rounds, at_once) => {
		const { invoke } = window.__TAURI_INTERNALS__;
		const times = [];
		for (let round = 0; round < rounds; round++) {
			const began = performance.now();
			for (let n = 0; n < at_once; n++) await invoke("discovery_list", { query: null, archived: false });
			times.push((performance.now() - began) / at_once);
		}
		return times.sort((a, b) => a - b);
	}`, 40, 10);
	const share = (part) => times[Math.floor((times.length - 1) * part)].toFixed(1);
	say("command to reply, a small read", `p95 ${share(0.95)} ms`, `limit 5; p50 ${share(0.5)}, most ${share(1)}, of ${times.length} rounds of 10`, Number(share(0.95)) < 5);
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
	await enter(window, title);
	await clickTo(window, "source");
	await window.find("[role=button][aria-label^='Fact F-1,']");
	return Object.assign(desk, { binary }).window;
}

/** The median times from the start of the process to the frame, and to all of what the screen comes to rest with. */
async function paints(desk) {
	const final = await picture(desk);
	const frames = [];
	const wholes = [];
	for (let n = 0; n < STARTS; n++) {
		const began = performance.now();
		start(desk);
		await until("the frame", () => alike(final, look(), inFrame), 60_000, 2);
		frames.push(performance.now() - began);
		await until("the first real data", () => alike(final, look()), 60_000, 2).catch((error) => {
			throw new Error(`${error.message}: other than at rest are ${differing(final, look())}`);
		});
		wholes.push(performance.now() - began);
		await desk.stop();
		await until("an empty screen", () => !alike(final, look()) && !alike(final, look(), inFrame));
	}
	return { frame: median(frames), whole: median(wholes) };
}

function median(times) {
	return times.sort((a, b) => a - b)[times.length >> 1];
}

/** Returns the picture that the screen comes to rest with: it is unchanged for some seconds. */
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
	await token(await set("token"), say);
	await idling(await set("idling"), say);
	await stopping(await set("stopping"), say);
	await opening(await set("opening"), say);
}

/** Measures frames while a long text and a long list scroll, beside plain text in the blank window. */
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
	await window.keys([Key.Control, "5"]);
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

/** Returns the average brightness of each part of the screen: enough to see whether the words are there, and no finer.
 * */
function look() {
	const cells = new Float32Array(COLUMNS * ROWS);
	const { pixels, stride } = screen.pixels();
	for (let y = 0; y < ROWS * CELL; y += 2) {
		for (let x = 0; x < COLUMNS * CELL; x += 2) cells[Math.floor(y / CELL) * COLUMNS + Math.floor(x / CELL)] += pixels[y * stride + x * 4 + 1];
	}
	return cells.map((sum) => sum / (CELL / 2) ** 2);
}

/** Returns whether two looks are the same, in all squares or in some. */
function alike(a, b, where = () => true) {
	return a.every((_, at) => !where(at) || isSame(a, b, at));
}

/** Glyphs may lie half a pixel elsewhere at the next start, and the scroll bar fades by itself: neither is a difference. */
function isSame(a, b, at) {
	return Math.abs(a[at] - b[at]) < SAME || at % COLUMNS === SCROLL_BAR;
}

/** The squares that differ, by column and row. */
function differing(a, b) {
	const squares = [...a.keys()].filter((at) => !isSame(a, b, at));
	return squares.map((at) => `${at % COLUMNS}:${Math.floor(at / COLUMNS)}`).join(" ") || "none any more";
}
