// Speed of the pipeline's grid in the real window, with 100,000 cards in five linked columns beside 1,000.
//
// Times are taken in the page: a frame's cost is the time from the scroll event to the end of the layout that follows what
// the window draws on it, cards and lines; a click's is the time from the event to the end of the frame that shows it; a
// trace's from the pointer's coming to the end of the frame in which all else is dimmed, but for the while that the pointer
// has to rest.

import { setTimeout as pause } from "node:timers/promises";
import { Key } from "../../e2e/harness/webdriver.mjs";

const STARTS = 7;
const FRAMES = 300;
const CLICKS = 40;
/** Each Output has a trace of its own, which the window has not asked for before. */
const OUTPUTS = 10;
/** Recommendations under each: three Insights each, and two facts to each of those. */
const RECOMMENDATIONS = 1_000;
/** Time that the pointer rests on a card before its trace is asked for (`usePointer.ts`). */
const REST = 80;
const ELSEWHERE = [640, 12];
const facts = "[data-column=fact]";
const shownCard = `${facts} :not([hidden]) > [data-label^="F-"]`;
const COLUMNS = ["input", "fact", "insight", "recommendation", "output"].map((column) => `[data-column=${column}] :not([hidden]) > [data-label]`);

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
	await toTop(window);
	const { linked, times } = await traces(window);
	say("grid, hover to painted trace", `p95 ${at(times, 0.95)} ms`, `limit 50, of ${linked} linked, the rest of ${REST} ms left out; p50 ${at(times, 0.5)}, most ${at(times, 1)}`, linked >= 10_000 && at(times, 0.95) <= 50);
	const clicks = await click(window);
	say("grid, click to paint", `p95 ${at(clicks, 0.95)} ms`, `limit 50; p50 ${at(clicks, 0.5)}, most ${at(clicks, 1)}`, at(clicks, 0.95) <= 50);
}

/** A file with a discovery of so many cards, as `tests/bench/pipeline.rs` has them: a fifth of the facts carry Insights. */
export function chain(title, cards) {
	const facts = Math.floor((cards - 30) / (1 + 1 / 5 + 1 / 15));
	const [inputs, insights, recommendations] = [20, Math.floor(facts / 5), Math.floor(facts / 15)];
	const all = (count, card) => Array.from({ length: count }, (_, at) => card(at + 1));
	const names = (letter, from, count) => all(count, (at) => `${letter}${from + at}`);
	const below = Math.min(RECOMMENDATIONS, recommendations);
	return {
		discovery_id: title,
		title,
		inputs: all(inputs, (n) => ({ input_id: `i${n}`, type: "text", title: `Survey ${n}`, text: `What was counted in year ${n}.` })),
		facts: all(facts, (n) => ({
			fact_id: `f${n}`,
			related_inputs: [`i${1 + Math.floor(((n - 1) * inputs) / facts)}`],
			text: `The council expects that the wall holds the river back in a year as wet as number ${n}.`,
		})),
		insights: all(insights, (n) => ({ insight_id: `n${n}`, related_facts: names("f", 2 * n - 2, 2), text: `What the wall and the river mean together, number ${n} of many.` })),
		recommendations: all(recommendations, (n) => ({ recommendation_id: `r${n}`, related_insights: names("n", 3 * n - 3, 3), text: `What should be done about the wall, number ${n} of many.` })),
		outputs: all(OUTPUTS, (n) => ({
			output_id: `o${n}`,
			related_recommendations: names("r", Math.floor(((n - 1) * (recommendations - below)) / OUTPUTS), below),
			text: `What the council decides, number ${n}.`,
			type: "report",
		})),
		chat_history: [],
	};
}

/** The median time from the arrival of the first cards to the end of the frame that shows some of every column. */
async function firstPaint(window, title) {
	await (await window.role("button", title)).click();
	const times = [];
	for (let n = 0; n < STARTS; n++) {
		await window.keys([Key.Control, "2"]);
		await window.find("section[aria-label^='Text of']");
		await pause(1_000);
		await window.run("() => { window.bench.begin(); }");
		await window.keys([Key.Control, "6"]);
		times.push(await window.run("(columns) => window.bench.shown(columns)", COLUMNS));
		await pause(500);
	}
	return times.sort((a, b) => a - b)[STARTS >> 1];
}

async function toTop(window) {
	await window.run("() => { for (const column of document.querySelectorAll('[data-column]')) column.scrollTop = 0; }");
	await pause(500);
}

/** From the pointer's coming to a card until its chain stands out of the rest, but for the while that it rests; sorted. */
async function traces(window) {
	const labels = await window.run(`() => [...document.querySelectorAll("[data-column=output] :not([hidden]) > [data-label]")]
		.filter((cell) => cell.getBoundingClientRect().bottom < innerHeight)
		.map((cell) => cell.dataset.label)`);
	const times = [];
	let linked = Number.POSITIVE_INFINITY;
	for (const label of labels) {
		await window.mouse(ELSEWHERE);
		await window.find("[role=grid][data-tracing=false]");
		await pause(200);
		const { middle } = await (await window.find(`[data-label="${label}"]`)).box();
		await window.run("(label) => { window.bench.hover(label); }", label);
		await window.mouse(middle);
		times.push((await window.run("() => window.bench.hovered")) - REST);
		linked = Math.min(linked, await window.run(TRACED));
	}
	await window.mouse(ELSEWHERE);
	await window.find("[role=grid][data-tracing=false]");
	return { linked, times: times.sort((a, b) => a - b) };
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

/** Returns the cost of each frame in script and layout while a place scrolls by `step`; sorted. */
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
	const bench = { arrived: 0, clicked: null, hovered: null };
	const fetched = window.fetch;
	window.fetch = async (...asked) => {
		const reply = await fetched(...asked);
		if (String(asked[0]?.url ?? asked[0]).endsWith("/pipeline_cards")) bench.arrived ||= performance.now();
		return reply;
	};
	bench.begin = () => { bench.arrived = 0; };
	bench.shown = async (columns) => {
		for (;;) {
			const end = await painted();
			if (bench.arrived && columns.every((card) => document.querySelector(card))) return end - bench.arrived;
		}
	};
	bench.hover = (label) => {
		bench.hovered = new Promise((done) => {
			const onOver = async (event) => {
				if (event.target.closest("[data-label]")?.dataset.label !== label) return;
				removeEventListener("pointerover", onOver, true);
				const began = performance.now();
				for (;;) {
					const end = await painted();
					if (document.querySelector("[role=grid][data-tracing=true] [data-label='" + label + "'][data-traced=true]")) return done(end - began);
				}
			};
			addEventListener("pointerover", onOver, true);
		});
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

/** As the heads of the columns say: “1,000 traced”. */
const TRACED = `() => [...document.querySelectorAll("button")]
	.flatMap(({ textContent }) => (/^[\\d.,]+ traced$/.test(textContent) ? [Number(textContent.replace(/\\D/g, ""))] : []))
	.reduce((sum, one) => sum + one, 0)`;

/** Two listeners: the first before all of the window's, the second, which asks for the end of the frame, behind them. */
const SCROLL = `(selector, step, count) => new Promise((done) => {
	const view = document.querySelector(selector);
	const costs = [];
	let began = 0;
	window.addEventListener("scroll", () => { began = performance.now(); }, { capture: true });
	view.addEventListener("scroll", () => requestAnimationFrame(() => {
		void document.body.offsetHeight;
		costs.push(performance.now() - began);
	}));
	const frame = () => {
		view.scrollTop += step;
		if (costs.length < count) requestAnimationFrame(frame);
		else done(costs.sort((a, b) => a - b));
	};
	requestAnimationFrame(frame);
})`;
