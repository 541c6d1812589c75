// Delay until the conflict inbox is open, and speed of decisions in it.
//
// 10,000 facts contradict one that stands, each with a quote, beside 100 of them. Open is from the press of the view's tab to
// the end of the frame that shows the first conflict with both quotes; each start opens it once, with nothing of it fetched
// before. A decision is from the key to the end of the frame that shows the next conflict.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { go } from "../../e2e/harness/rail.mjs";

const CONFLICTS = 10_000;
const STARTS = 5;
const DECISIONS = 24;
/** In ms. */
const LIMIT = 200;

/** `desk` has the command line beside its binary; `say` prints a figure and whether it holds. */
export async function inbox(desk, say) {
	disagree(desk, "Few heights", CONFLICTS / 100);
	disagree(desk, "Many heights", CONFLICTS);
	const few = await opened(desk, "Few heights", CONFLICTS / 100);
	const many = await opened(desk, "Many heights", CONFLICTS);
	say(
		`open ${CONFLICTS} conflicts`,
		`${many.opens.toFixed(0)} ms`,
		`limit ${LIMIT}; ${CONFLICTS / 100} conflicts ${few.opens.toFixed(0)} ms, ratio ${(many.opens / few.opens).toFixed(2)}`,
		many.opens <= LIMIT,
	);
	say("decide a conflict, key to next", `${many.decides.toFixed(0)} ms`, `median of ${DECISIONS}; of ${CONFLICTS / 100} conflicts ${few.decides.toFixed(0)} ms`);
}

/** A discovery in which one height stands and `count` others contradict it, each in its own words. */
export function disagree(desk, title, count) {
	const file = join(desk.home, `${title}.txt`);
	const others = Array.from({ length: count }, (_, at) => `The maximum height is ${6001 + at} mm.`);
	writeFileSync(file, ["The maximum height is 6 m.", ...others].join("\n\n"));
	desk.ask("discovery", "create", "--title", title);
	desk.ask("input", "add", title, file);
	const conflicts = desk.ask("facts", title, "--status", "conflict").length;
	if (conflicts !== count) throw new Error(`${conflicts} of ${count} conflicts in “${title}”`);
}

/** The medians over several starts. */
async function opened(desk, title, count) {
	const [opens, decides] = [[], []];
	for (let n = 0; n < STARTS; n++) {
		const window = await desk.start();
		await (await window.find("nav li button", title)).click();
		await window.find("nav li[data-current=true]", title);
		await pause(2_000);
		opens.push(await window.run(OPENS, count));
		if (n === STARTS - 1) decides.push(...(await window.run(DECIDES, DECISIONS, "1")));
		// The next start begins with the view that this one ends with.
		await go(window, "pipeline");
		await pause(1_000);
		await desk.stop();
	}
	return { opens: median(opens), decides: median(decides) };
}

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

/** From the press of the view's tab until its first conflict is on the screen, both quotes with it. */
export const OPENS = `async (count) => {
	const frame = () => new Promise((done) => requestAnimationFrame(done));
	// The rail folds what has no content until it has heard of it.
	const rail = () => document.querySelector("nav [data-goes=review]");
	while (!rail()) await frame();
	const tab = rail();
	const main = document.querySelector("main");
	if (main.querySelector("article blockquote")) throw new Error("it is open already");
	const begun = performance.now();
	tab.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
	tab.click();
	const isShown = () => main.textContent.includes(count.toLocaleString("en") + " wait") && main.querySelectorAll("article blockquote").length === 2;
	while (!isShown()) {
		if (performance.now() - begun > 20_000) throw new Error("nothing to decide in 20 s: " + main.textContent.slice(0, 300));
		await frame();
	}
	await frame();
	await frame();
	return performance.now() - begun;
}`;

/** Decides one after another by a key; what each took, to the end of the frame with the next. */
export const DECIDES = `async (count, key) => {
	const frame = () => new Promise((done) => requestAnimationFrame(done));
	const label = () => document.querySelector("main h2")?.textContent;
	const times = [];
	for (let n = 0; n < count; n++) {
		// A conflict is decided with both quotes in view, so the key waits for them.
		while (!document.querySelector("main article")) await frame();
		const before = label();
		const begun = performance.now();
		document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
		while (label() === before) {
			if (performance.now() - begun > 20_000) throw new Error("no next card in 20 s");
			await frame();
		}
		await frame();
		times.push(performance.now() - begun);
	}
	return times;
}`;
