// How quick the pipeline's grid is in the real window, with 100,000 cards beside 1,000.
//
// Times are taken in the page: a frame's cost is the time from the scroll event to the end of the layout that follows,
// with all that the window does on it; a click's is the time from the event to the end of the frame that shows it.

import { setTimeout as pause } from "node:timers/promises";
import { Key } from "../../e2e/harness/webdriver.mjs";

const STARTS = 7;
const FRAMES = 300;
const CLICKS = 40;
const facts = "[data-column=fact]";
const shownCard = `${facts} :not([hidden]) > [data-label^="F-"]`;

/** `few` and `many` are the titles of two discoveries; `say` prints a figure and whether it holds. */
export async function grid(window, { few, many }, say) {
	await window.run(WATCH);
	const small = await firstPaint(window, few);
	const large = await firstPaint(window, many);
	say("grid, data to paint", `${large.toFixed(0)} ms`, `limit 50; with 1,000 cards ${small.toFixed(0)} ms, ratio ${(large / small).toFixed(2)}, limit 1.5`, large <= 50 && large <= 1.5 * small);
	const nodes = await window.run("() => document.querySelectorAll('*').length");
	say("grid, elements", `${nodes}`, "limit 2000", nodes <= 2_000);
	const costs = await frameCosts(window, facts, 300);
	say("grid, script and layout a frame", `p99 ${at(costs, 0.99)} ms`, `limit 6; p50 ${at(costs, 0.5)}, most ${at(costs, 1)}`, at(costs, 0.99) <= 6);
	const clicks = await click(window);
	say("grid, click to paint", `p95 ${at(clicks, 0.95)} ms`, `limit 50; p50 ${at(clicks, 0.5)}, most ${at(clicks, 1)}`, at(clicks, 0.95) <= 50);
}

/** The median time from the arrival of the first cards to the end of the frame that shows one. */
async function firstPaint(window, title) {
	await (await window.role("button", title)).click();
	const times = [];
	for (let n = 0; n < STARTS; n++) {
		await window.keys([Key.Control, "2"]);
		await window.find("section[aria-label^='Text of']");
		await pause(1_000);
		await window.run("() => { window.bench.begin(); }");
		await window.keys([Key.Control, "1"]);
		times.push(await window.run("(card) => window.bench.shown(card)", shownCard));
		await pause(500);
	}
	return times.sort((a, b) => a - b)[STARTS >> 1];
}

async function click(window) {
	const times = [];
	for (let n = 0; n < CLICKS; n++) {
		const cards = await window.all(shownCard);
		await window.run("() => { window.bench.click(); }");
		await cards[1 + (n % 5)].click();
		times.push(await window.run("() => window.bench.clicked"));
		if (n % 5 === 4) await window.run("(column) => { document.querySelector(column).scrollTop += 1234; }", facts);
		await pause(100);
	}
	return times.sort((a, b) => a - b);
}

/** What each frame costs in script and layout while a place scrolls by `step`; sorted. */
export function frameCosts(window, selector, step) {
	return window.run(SCROLL, selector, step, FRAMES);
}

export const at = (sorted, share) => Math.round(sorted[Math.floor((sorted.length - 1) * share)]);

/** Looks at replies as they come in, at clicks, and at frames. */
const WATCH = `() => {
	const painted = () => new Promise((done) => requestAnimationFrame(() => {
		const after = new MessageChannel();
		after.port1.onmessage = () => done(performance.now());
		after.port2.postMessage(0);
	}));
	const bench = { arrived: 0, clicked: null };
	const fetched = window.fetch;
	window.fetch = async (...asked) => {
		const reply = await fetched(...asked);
		if (String(asked[0]?.url ?? asked[0]).endsWith("/pipeline_cards")) bench.arrived ||= performance.now();
		return reply;
	};
	bench.begin = () => { bench.arrived = 0; };
	bench.shown = async (card) => {
		for (;;) {
			const end = await painted();
			if (bench.arrived && document.querySelector(card)) return end - bench.arrived;
		}
	};
	bench.click = () => {
		bench.clicked = new Promise((done) => addEventListener("pointerdown", async () => {
			const began = performance.now();
			const up = new Promise((up) => addEventListener("click", up, { once: true, capture: true }));
			await up;
			done((await painted()) - began);
		}, { once: true, capture: true }));
	};
	window.bench = bench;
}`;

const SCROLL = `(selector, step, count) => new Promise((done) => {
	const view = document.querySelector(selector);
	const costs = [];
	document.addEventListener("scroll", () => {
		const began = performance.now();
		requestAnimationFrame(() => {
			void document.body.offsetHeight;
			costs.push(performance.now() - began);
		});
	}, { capture: true });
	const frame = () => {
		view.scrollTop += step;
		if (costs.length < count) requestAnimationFrame(frame);
		else done(costs.sort((a, b) => a - b));
	};
	requestAnimationFrame(frame);
})`;
