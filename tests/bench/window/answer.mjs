// How far the page is behind the socket while an answer comes at 2,000 tokens a second.
//
// The server notes when it writes a token, the page when its words stand in the document; both read the machine's clock.
// Each token has a number, so that the last word of the page tells which of them are there.

import { setTimeout as pause } from "node:timers/promises";
import { FIELD, setProvider } from "../../e2e/harness/chat.mjs";
import { Model, writes } from "../../e2e/harness/model.mjs";
import { Key, until } from "../../e2e/harness/webdriver.mjs";

const TOKENS = 20_000;
/** So many at once, this often, in ms. */
const [AT_ONCE, EVERY] = [10, 5];
const ENDED = 'section[aria-label="Chat"] article:not([aria-label="You"])[aria-busy="false"]';

/** `say` prints a figure and whether it holds. */
export async function answer(desk, say) {
	const written = [];
	const server = await Model.start();
	server.answers(writes((reply) => stream(reply, written)));
	try {
		desk.ask("discovery", "create", "--title", "Stream");
		setProvider(desk, server);
		desk.ask("provider", "allow", "Stream");
		const window = await desk.start();
		await (await window.find("nav li button", "Stream")).click();
		await (await window.role("button", "Open the chat")).click();
		await (await window.role("textbox", FIELD)).paste("Count.");
		await window.run(WATCH);
		await window.keys(Key.Enter);
		await until("the answer", async () => (await window.all(ENDED)).length > 0, 120_000, 250);
		const seen = await window.run("() => window.seen");
		tell(written, seen, say);
	} finally {
		await desk.stop();
		server.stop();
	}
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
	const tenth = behind.length / 10;
	const [first, last] = [sorted(behind.slice(0, tenth)), sorted(behind.slice(-tenth))];
	const all = sorted(behind);
	const rate = `${(written.length / took).toFixed(0)} tokens a second, ${(seen.length / took).toFixed(0)} changes a second`;
	say("all words shown", `${behind.length}`, `of ${written.length}; ${rate}`, behind.length === written.length);
	say("socket to page, p99", `${share(all, 0.99)} ms`, `limit 50; p50 ${share(all, 0.5)}, most ${share(all, 1)}; p99 of the first tenth ${share(first, 0.99)}, of the last ${share(last, 0.99)}`, share(all, 0.99) <= 50);
}

function sorted(times) {
	return [...times].sort((a, b) => a - b);
}

function share(times, part) {
	return times[Math.floor((times.length - 1) * part)] ?? Number.NaN;
}
