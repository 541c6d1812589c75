// Check that the window keeps its frames while ten documents are written, one of them before the reader's eyes.
//
// Each comes at 100 tokens a second from a server on the loopback. The frames are those of the page that shows a document
// of 30,000 words as it grows, beside the same page before anything is written.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { enter, setProvider } from "../../e2e/harness/chat.mjs";
import { Model, ends, says } from "../../e2e/harness/model.mjs";
import { go } from "../../e2e/harness/rail.mjs";
import { until } from "../../e2e/harness/webdriver.mjs";

const RUNS = 10;
/** Between two tokens, in ms. */
const EVERY = 10;
const WORDS_BEFORE = 30_000;
const FRAMES = 600;
/** A frame that takes so long was left out, in ms. */
const LATE = 34;
const MOST_LATE = 0.01;
/** Limit for the first 30,000 words of all of them on a machine under load, in ms. */
const PATIENCE = 120_000;

/** `desk` has the command line beside its binary; `say` prints a figure and whether it holds. */
export async function documents(desk, say) {
	const server = await Model.start();
	const words = (from, count) => Array.from({ length: count }, (_, n) => `word ${from + n}${n % 60 === 59 ? ".\n\n" : " "}`).join("");
	server.always(({ body }) => {
		const isFirst = body.messages.at(-1).role === "user" && body.messages.length <= 2;
		return isFirst ? [says(words(0, WORDS_BEFORE / 2)), ends("length")] : [says(words(WORDS_BEFORE, 20_000), EVERY)];
	});
	try {
		desk.ask("discovery", "create", "--title", "Ten");
		setProvider(desk, server);
		desk.ask("provider", "allow", "Ten");
		const window = await desk.start();
		await enter(window, "Ten");
		await go(window, "documents");
		await pause(3_000);
		const idle = await window.run(COUNT_FRAMES, FRAMES);
		const prompt = join(desk.home, "prompt.md");
		writeFileSync(prompt, "Say much.");
		for (let n = 0; n < RUNS; n++)
			desk.ask("document", "start", "Ten", "--recipe", "brief", "--prompt", prompt, "--title", `Document ${n}`, "--context", "400000");
		await window.find("main article", "word 1");
		await until("all to be written", () => server.requests.length >= 2 * RUNS, PATIENCE);
		const grows = async () => (await window.run(TO_END)).includes(`word ${WORDS_BEFORE + 100}`);
		await until("the document to grow at its end", grows, PATIENCE);
		const busy = await window.run(COUNT_FRAMES, FRAMES);
		const at = (times, share) => times[Math.floor((times.length - 1) * share)].toFixed(1);
		const late = busy.filter((time) => time > LATE).length;
		const figures = `p50 ${at(busy, 0.5)}, p99 ${at(busy, 0.99)}, most ${at(busy, 1)} ms; before p50 ${at(idle, 0.5)}, p99 ${at(idle, 0.99)}, most ${at(idle, 1)}`;
		say(`frames over ${LATE} ms, ${RUNS} runs at once`, `${late} of ${FRAMES}`, `limit ${MOST_LATE * 100} %; ${figures}`, late <= FRAMES * MOST_LATE);
	} finally {
		await desk.stop();
		server.stop();
	}
}

/** Goes to where a document is written; what stands there. */
const TO_END = `() => {
	const article = document.querySelector("main article");
	for (const part of article.querySelectorAll("*")) part.scrollTop = part.scrollHeight;
	return article.textContent;
}`;

/** The times between frames, the shortest first. */
const COUNT_FRAMES = `(count) => new Promise((done) => {
	const times = [];
	let last = 0;
	const frame = (now) => {
		if (last > 0) times.push(now - last);
		last = now;
		if (times.length < count) requestAnimationFrame(frame);
		else done(times.sort((a, b) => a - b));
	};
	requestAnimationFrame(frame);
})`;
