// Delay until Stop is felt, and until a long conversation is on the screen.
//
// Stop takes effect when the window says so and when the model's line is closed: both clocks are the machine's, and the
// later one counts. A conversation is open when the frame is done that shows its last message; each start opens it once,
// with nothing of the chat fetched before, beside one of a hundredth of its messages.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Chat, setProvider } from "../../e2e/harness/chat.mjs";
import { Model, writes } from "../../e2e/harness/model.mjs";
import { until } from "../../e2e/harness/webdriver.mjs";

const STOPS = 10;
const STARTS = 5;
const MESSAGES = 10_000;

/** `desk` has the command line beside its binary; `say` prints a figure and whether it holds. */
export async function stopping(desk, say) {
	const server = await Model.start();
	let left = 0;
	server.always(() => [writes((reply) => endless(reply, () => (left = Date.now())))]);
	try {
		desk.ask("discovery", "create", "--title", "Stops");
		setProvider(desk, server);
		desk.ask("provider", "allow", "Stops");
		const chat = new Chat(desk, "Stops");
		const window = await desk.start();
		await chat.enter();
		await chat.open();
		const times = [];
		for (let n = 0; n < STOPS; n++) {
			await chat.ask(`Count, round ${n}.`);
			await chat.writes("word 20 ");
			left = 0;
			await window.run(WATCH_STOP);
			await (await window.role("button", "Stop")).click();
			const { asked, told } = await window.run("() => window.stopped");
			await until("the line to be closed", () => left > 0, 10_000, 5);
			times.push({ felt: Math.max(told, left) - asked, told: told - asked, left: left - asked });
		}
		const middle = (of) => times.map((time) => time[of]).sort((a, b) => a - b)[STOPS >> 1];
		const most = Math.max(...times.map(({ felt }) => felt));
		say("Stop, asked to felt", `${most} ms`, `the most of ${STOPS}, limit 100; p50 ${middle("felt")}: shown ${middle("told")}, line closed ${middle("left")}`, most <= 100);
	} finally {
		await desk.stop();
		server.stop();
	}
}

export async function opening(desk, say) {
	for (const [title, count] of [["Short", MESSAGES / 100], ["Long", MESSAGES]]) {
		const file = join(desk.home, `${title}.json`);
		writeFileSync(file, JSON.stringify(talked(title, count)));
		desk.ask("import", file);
	}
	const short = await opened(desk, "Short", MESSAGES / 100);
	const long = await opened(desk, "Long", MESSAGES);
	const figures = `limit 300; ${MESSAGES / 100} messages ${short.toFixed(0)} ms, ratio ${(long / short).toFixed(2)}`;
	say(`open ${MESSAGES} messages`, `${long.toFixed(0)} ms`, figures, long < 300);
}

/** The median over several starts. */
async function opened(desk, title, count) {
	const times = [];
	for (let n = 0; n < STARTS; n++) {
		const chat = new Chat(desk, title);
		const window = await desk.start();
		await chat.enter();
		await pause(2_000);
		await window.run(WATCH_OPEN, `Message ${count - 1}:`);
		await (await window.role("button", "Open the chat")).click();
		times.push(await window.run("() => window.opened"));
		await desk.stop();
	}
	return times.sort((a, b) => a - b)[STARTS >> 1];
}

function talked(title, count) {
	const said = (at) => ({
		id: String(at),
		role: at % 2 === 0 ? "user" : "assistant",
		content: `Message ${at}: ${"the wall of 840 m is **not** 6 m high [F-1]. ".repeat(10)}`,
		created_at: "2026-01-01T00:00:00Z",
	});
	return {
		discovery_id: title,
		title,
		facts: [{ fact_id: "F-1", text: "The wall is 840 m long." }],
		chat_history: Array.from({ length: count }, (_, at) => said(at)),
	};
}

/** Fifty words a second until nobody listens any more. */
async function endless(reply, gone) {
	let open = true;
	reply.once("close", () => {
		open = false;
		gone();
	});
	for (let n = 0; open; n++) {
		const choice = { index: 0, delta: { content: `word ${n} ` } };
		reply.write(`data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", model: "scripted-1", choices: [choice] })}\n\n`);
		await pause(20);
	}
}

/** From the click on Stop to the end of the frame in which no answer is being written. */
const WATCH_STOP = `() => {
	const busy = () => document.querySelector('section[aria-label="Chat"] article[aria-busy="true"]');
	window.stopped = new Promise((done) => addEventListener("pointerdown", () => {
		const asked = Date.now();
		const frame = () => (busy() ? requestAnimationFrame(frame) : done({ asked, told: Date.now() }));
		requestAnimationFrame(frame);
	}, { once: true, capture: true }));
}`;

/** From the click on the button to the end of the frame that shows the last message. */
const WATCH_OPEN = `(last) => {
	const shown = () => [...document.querySelectorAll('section[aria-label="Chat"] article')].some((one) => one.textContent.includes(last));
	window.opened = new Promise((done) => addEventListener("pointerdown", () => {
		const began = performance.now();
		const frame = () => {
			if (!shown()) return requestAnimationFrame(frame);
			const after = new MessageChannel();
			after.port1.onmessage = () => done(performance.now() - began);
			after.port2.postMessage(0);
		};
		requestAnimationFrame(frame);
	}, { once: true, capture: true }));
}`;
