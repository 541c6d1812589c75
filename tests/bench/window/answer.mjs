// Cost of an answer for the page while it comes: how far it is behind the socket at 2,000 tokens a second, what the
// channel carries meanwhile, what a token costs, and whether the last of 100,000 cost more than the first. And what the
// chat costs that is open while nothing comes.
//
// The server notes when it writes a token, the page when its words stand in the document; both read the machine's clock.
// Each token has a number, so that the last word of the page tells which of them are there. The channel is heard where
// the host calls the page.

import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Chat, setProvider } from "../../e2e/harness/chat.mjs";
import { Model, says, waits, writes } from "../../e2e/harness/model.mjs";
import { until } from "../../e2e/harness/webdriver.mjs";

const TOKENS = 100_000;
/** So many at once, this often, in ms. */
const [AT_ONCE, EVERY] = [10, 5];
/** The last tenth of the tokens beside the first. */
const SLOWER = 1.5;
/** The channel's pace, and what goes through it without a detour. */
const [MESSAGES, BYTES] = [62, 8_192];
/** Tokens that are told to the page one by one, for what one costs, so often. */
const [ONE_BY_ONE, ROUNDS] = [500, 15];
/** In µs. */
const A_TOKEN = 100;
const IDLE = 5_000;
/** Of the processor, in ms in that time: what cannot be told from nothing. */
const NOTHING = 20;
const TURNS = 3;

/** `say` prints a figure and whether it holds. */
export async function answer(desk, say) {
	const written = [];
	const server = await Model.start();
	server.answers(writes((reply) => stream(reply, written)));
	try {
		const chat = await begun(desk, server, "Stream");
		const { window } = desk;
		await window.run(LISTEN);
		await window.run(WATCH);
		await chat.ask("Count.");
		await until("the answer", () => window.run("() => window.ended"), 300_000, 1_000);
		await chat.answered(`w${TOKENS - 1}`);
		tell(written, await window.run("() => window.seen"), say);
		tellOfChannel(await window.run("() => window.heard"), say);
	} finally {
		await desk.stop();
		server.stop();
	}
}

/** Measures the cost of one token for the page that has 20 KB of its answer already, from the host's call to the
 * changed document. */
export async function token(desk, say) {
	const server = await Model.start();
	const text = Array.from({ length: 300 }, (_, n) => `${n % 8 === 7 ? "\n\n" : " "}The wall of ${n} m is **not** 6 m high, as it [F-1] says.`).join("").slice(0, 20_000);
	server.answers(says(text), says("\n\nNow the last paragraph begins. "), waits, "The end.");
	try {
		const chat = await begun(desk, server, "Token");
		const { window } = desk;
		await window.run(LISTEN);
		await chat.ask("Say much.");
		await chat.writes("Now the last paragraph begins.");
		await pause(1_000);
		// The engine compiles what is called often, so that the first cost more than all that follow.
		const cold = await rounds(desk, 1, false);
		await rounds(desk, ROUNDS, false);
		const bare = await rounds(desk, ROUNDS, false);
		const laid = await rounds(desk, ROUNDS, true);
		await server.goOn();
		await chat.answered("The end.");
		const of = (all) => `${all[0].took.toFixed(0)} µs (${mean(all.map((one) => one.cpu)).toFixed(0)} of the processor)`;
		say("a token into 20 KB, in the page", `${bare[0].took.toFixed(0)} µs`, `limit ${A_TOKEN}, the mean of ${ONE_BY_ONE}, the best of ${ROUNDS}: ${of(bare)}; laid out at once each ${of(laid)}; the very first ${of(cold)}`, bare[0].took <= A_TOKEN);
	} finally {
		await desk.stop();
		server.stop();
	}
}

/** Measures a token in each of some rounds, the quickest first: in µs, by the clock and of the processor. */
async function rounds(desk, count, layOut) {
	const page = desk.processes().filter((pid) => readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("WebKitWebProces"));
	const ticks = () => page.reduce((sum, pid) => sum + ticksOf(pid), 0);
	const all = [];
	for (let round = 0; round < count; round += 1) {
		const before = ticks();
		const took = await desk.window.run(REPLAY, ONE_BY_ONE, layOut);
		all.push({ took, cpu: ((ticks() - before) * 10_000) / ONE_BY_ONE });
	}
	return all.sort((a, b) => a.took - b.took);
}

/** Measures the processor use of all processes while nothing happens, with the chat closed and with it open. */
export async function idling(desk, say) {
	const server = await Model.start();
	server.answers("An answer that stands there.");
	try {
		const chat = await begun(desk, server, "Idle");
		await chat.ask("Say something.");
		await chat.answered("An answer that stands there.");
		// In turns, since the machine has others to serve; the least of each is what it takes by itself.
		const took = { open: [], blinking: [], closed: [] };
		for (let turn = 0; turn < TURNS; turn += 1) {
			took.blinking.push(await takes(desk));
			await desk.window.run("() => document.activeElement.blur()");
			took.open.push(await takes(desk));
			await chat.close();
			took.closed.push(await takes(desk));
			await chat.open();
		}
		const [open, blinking, closed] = [took.open, took.blinking, took.closed].map((all) => Math.min(...all));
		say("chat open and idle, 5 s", `${open - closed} ms`, `limit ${NOTHING} of the processor more than closed; open ${open}, closed ${closed}; with the caret blinking in its field ${blinking}`, open - closed <= NOTHING);
	} finally {
		await desk.stop();
		server.stop();
	}
}

/** A discovery of this title with the chat open over it. */
async function begun(desk, server, title) {
	desk.ask("discovery", "create", "--title", title);
	setProvider(desk, server);
	desk.ask("provider", "allow", title);
	const chat = new Chat(desk, title);
	await desk.start();
	await chat.enter();
	await chat.open();
	return chat;
}

/** In ms, after what was begun has come to rest. The driver sleeps meanwhile. */
async function takes(desk) {
	await pause(3_000);
	const ticks = () => desk.processes().reduce((sum, pid) => sum + ticksOf(pid), 0);
	const before = ticks();
	await pause(IDLE);
	return (ticks() - before) * 10;
}

/** A hundredth of a second each, in the process's own code and in the system's. */
function ticksOf(pid) {
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
	return Number(fields[11]) + Number(fields[12]);
}

/** As an answer has them: paragraphs, and now and then a title, a list or code. */
function words(n) {
	const before = n % 400 === 0 ? "\n\n## Part\n\n" : n % 400 < 60 && n % 6 === 0 ? "\n- " : n % 80 === 0 ? "\n\n" : " ";
	return `${before}w${n}`;
}

async function stream(reply, written) {
	const begun = performance.now();
	while (written.length < TOKENS) {
		for (let n = 0; n < AT_ONCE; n++) {
			event(reply, { index: 0, delta: { content: words(written.length) } });
			written.push(Date.now());
		}
		// By the clock, so that a pause that was too long is made up for.
		await pause(Math.max(0, begun + (written.length / AT_ONCE) * EVERY - performance.now()));
	}
	event(reply, { index: 0, delta: {}, finish_reason: "stop" });
	reply.end("data: [DONE]\n\n");
}

function event(reply, choice) {
	reply.write(`data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", model: "scripted-1", choices: [choice] })}\n\n`);
}

/**
 * Notes what the channel says: when, how many bytes, and how long the page is busy with it until its document is changed;
 * and what had to be fetched, since it was too large to be told.
 */
const LISTEN = `() => {
	window.heard = { messages: [], fetched: 0 };
	const { callbacks } = window.__TAURI_INTERNALS__;
	const bytes = new TextEncoder();
	callbacks.get = (id) => {
		const callback = Map.prototype.get.call(callbacks, id);
		if (!callback) return undefined;
		return (data) => {
			const message = data?.message;
			if (message === undefined || data.index === undefined) return callback(data);
			if (message.type === "token") window.last = { callback, index: data.index, message };
			if (message.type === "done" || message.type === "error") window.ended = true;
			const size = bytes.encode(JSON.stringify(message)).length;
			const began = performance.now();
			callback(data);
			// The framework does its own work in a task of this kind that was asked for before.
			queueMicrotask(() => window.heard.messages.push([Date.now(), size, performance.now() - began]));
		};
	};
	const { fetch: ask } = window;
	window.fetch = (...request) => {
		if (String(request[0]).includes("TAURI_CHANNEL")) window.heard.fetched += 1;
		return ask(...request);
	};
}`;

/** Tells the page the channel's last message again and again, each time with a word more. The clock is too coarse for one. */
const REPLAY = `async (count, layOut) => {
	const { callback, index, message } = window.last;
	// The content of the last block of the answer, and its place.
	const { from, grown, blocks } = message;
	const list = grown?.by;
	const keep = blocks.at(-1)?.content.length ?? list.keep + (list.next ? 1 : 0) + list.more.length;
	const last = from + blocks.length - (grown ? 0 : 1);
	const told = window.told ?? 0;
	window.told = told + count;
	const all = Array.from({ length: count }, (_, n) => {
		const by = { kind: "list", keep, next: null, more: [{ kind: "text", text: " w".repeat(n + 1) + told }] };
		const goesOn = { kind: "field", name: "content", by };
		return { index: index + told + n + 1, message: { ...message, from: last, grown: goesOn, blocks: [] } };
	});
	const began = performance.now();
	for (const one of all) {
		callback(one);
		await undefined;
		if (layOut) document.body.offsetHeight;
	}
	const took = performance.now() - began;
	if (!document.body.textContent.includes(" w w" + told)) throw new Error("the words are not in the document");
	return (took * 1000) / count;
}`;

/** Notes with each change of the answer that is written which word is its last. */
const WATCH = `() => {
	window.seen = [];
	const last = () => {
		let node = [...document.querySelectorAll('section[aria-label="Chat"] article [data-selectable]')].at(-1);
		while (node?.lastChild) node = node.lastChild;
		return Number(/w(\\d+)\\D*$/.exec(node?.data ?? "")?.[1] ?? -1);
	};
	new MutationObserver(() => {
		const n = last();
		if (n > (window.seen.at(-1)?.[0] ?? -1)) window.seen.push([n, Date.now()]);
	}).observe(document.body, { childList: true, characterData: true, subtree: true });
}`;

function tell(written, seen, say) {
	const behind = [];
	let at = 0;
	for (const [n, when] of seen) while (at <= n) behind.push(when - written[at++]);
	const took = (written.at(-1) - written[0]) / 1_000;
	const [first, last] = ends(behind);
	const all = sorted(behind);
	const rate = `${(written.length / took).toFixed(0)} tokens a second, ${(seen.length / took).toFixed(0)} changes a second`;
	say("all words shown", `${behind.length}`, `of ${written.length}; ${rate}`, behind.length === written.length);
	say("socket to page, p99", `${share(all, 0.99)} ms`, `limit 50; p50 ${share(all, 0.5)}, most ${share(all, 1)}; p99 of the first tenth ${share(first, 0.99)}, of the last ${share(last, 0.99)}`, share(all, 0.99) <= 50);
}

function tellOfChannel({ messages, fetched }, say) {
	const times = messages.map(([when]) => when);
	// The messages within so many seconds that each begins. Within one alone some are more, since some come late.
	const within = (seconds) => Math.max(...times.map((from, at) => times.slice(at, at + 2 * MESSAGES * seconds).filter((when) => when < from + 1_000 * seconds).length)) / seconds;
	const most = within(10);
	const largest = Math.max(...messages.map(([, size]) => size));
	const took = (times.at(-1) - times[0]) / 1_000;
	say("channel, messages a second", most.toFixed(1), `the most in any 10 s; limit ${MESSAGES}; ${(messages.length / took).toFixed(1)} on average, ${messages.length} in all; ${within(1)} came in one second`, most <= MESSAGES);
	say("channel, largest message", `${largest} B`, `limit ${BYTES}; ${fetched} went the slower way`, largest < BYTES && fetched === 0);
	const [first, last] = ends(messages.map(([, , busy]) => busy)).map(mean);
	say("a message at the end, in the page", `${last.toFixed(2)} ms`, `of 100,000 tokens; at the beginning ${first.toFixed(2)} ms, limit ${SLOWER} ×`, last <= first * SLOWER);
}

/** The first tenth and the last, sorted. */
function ends(all) {
	const tenth = Math.floor(all.length / 10);
	return [sorted(all.slice(0, tenth)), sorted(all.slice(-tenth))];
}

const mean = (all) => all.reduce((sum, one) => sum + one, 0) / all.length;

function sorted(times) {
	return [...times].sort((a, b) => a - b);
}

function share(times, part) {
	return times[Math.floor((times.length - 1) * part)] ?? Number.NaN;
}
