import { expect, test } from "vitest";
import type { PipelineCards } from "../../src/ipc/bindings.ts";
import { MANY } from "../host/made/many.ts";
import { card, discovery, host, type Look, openView, page, role, settled } from "./browser.ts";

/** The lines between the columns, as they are drawn: read from the canvas, held against what is seen of the cards. */

async function start(look: Look = {}, title?: string): Promise<void> {
	await openView("pipeline", look, title);
	await card("I-1").waitFor();
}

interface Drawn {
	/** Ends where no linked card has its middle, and linked cards whose middle has no end. */
	wrong: string[];
	/** Count of the ends that are where they should be. */
	right: number;
	/** Pairs that are linked and both in view, without ink half way between them. */
	broken: string[];
}

/** `links` is what the host says rests on what; without it only the ends are looked at. */
function drawn(links: Record<string, string[]> = {}): Promise<Drawn> {
	return page.evaluate((uppers) => {
		/** A steep line has left the level already where it is looked at; a card is some 80 high, and the next 88 away. */
		const near = 8;
		const found: Drawn = { wrong: [], right: 0, broken: [] };
		/** A card may be higher than the column: its middle is that of what is seen of it. */
		const cardsOf = (column: Element | null, seen: DOMRect) =>
			[...(column?.querySelectorAll<HTMLElement>(":not([hidden]) > [data-label]") ?? [])].map((cell) => {
				const { top, bottom } = (cell.parentElement ?? cell).getBoundingClientRect();
				const isSeen = bottom > seen.top && top < seen.bottom;
				const middle = (Math.max(top, seen.top) + Math.min(bottom, seen.bottom)) / 2 - seen.top;
				return { label: cell.dataset.label ?? "", words: cell.textContent ?? "", y: isSeen ? middle : Number.NaN };
			});
		for (const canvas of document.querySelectorAll<HTMLCanvasElement>("#pipeline-grid canvas")) {
			const pen = canvas.getContext("2d");
			const { width, height } = canvas;
			if (!pen || width === 0 || height === 0) continue;
			const inkAt = (x: number, from: number, count: number) => {
				const { data } = pen.getImageData(x, from, 1, count);
				return Array.from({ length: count }, (_, row) => (data[row * 4 + 3] ?? 0) > 0);
			};
			const ends = (x: number) => {
				const ink = inkAt(x, 0, height);
				const middles: number[] = [];
				for (let row = 0; row < height; row++) {
					const first = row;
					while (ink[row]) row++;
					if (row > first) middles.push((first + row) / 2);
				}
				return middles;
			};
			const seen = canvas.getBoundingClientRect();
			const sides = [
				{ cards: cardsOf(canvas.previousElementSibling, seen), arrow: "↓", x: 0 },
				{ cards: cardsOf(canvas.nextElementSibling, seen), arrow: "↑", x: width - 1 },
			] as const;
			for (const { cards, arrow, x } of sides) {
				const linked = cards.filter(({ words }) => words.includes(arrow));
				const at = ends(x);
				for (const end of at) {
					if (linked.some(({ y }) => Math.abs(y - end) <= near)) found.right++;
					else found.wrong.push(`${arrow} an end at ${end} of ${height}`);
				}
				for (const { label, y } of linked) {
					const inView = y > near && y < height - near;
					if (inView && !at.some((end) => Math.abs(y - end) <= near)) found.wrong.push(`${arrow} ${label} at ${y}`);
				}
			}
			const inView = (y: number) => y > 0 && y < height;
			for (const upper of sides[0].cards.filter(({ y }) => inView(y)))
				for (const lower of sides[1].cards.filter(({ y }) => inView(y))) {
					if (!uppers[lower.label]?.includes(upper.label)) continue;
					const ink = inkAt(Math.floor(width / 2), Math.floor((upper.y + lower.y) / 2) - near, 2 * near);
					if (!ink.includes(true)) found.broken.push(`${upper.label} to ${lower.label}`);
				}
		}
		return found;
	}, links);
}

/** Of each card of the sample, what it rests on. */
async function links(): Promise<Record<string, string[]>> {
	const query = {
		statuses: [],
		search: "",
		sort: "manual",
		archived: false,
		orphans: false,
		hidesUndecided: false,
		foldsByRules: false,
	};
	const args = { discovery: await discovery(), from: 0, count: 100 };
	const columns = ["fact", "insight", "recommendation", "output"].map((kind) =>
		host.value<PipelineCards>("pipeline_cards", { ...args, query: { ...query, kind } }),
	);
	const cards = (await Promise.all(columns)).flatMap((column) => column.cards);
	return Object.fromEntries(cards.map(({ label, upLabels }) => [label, upLabels]));
}

/** At least so many ends, all of them where a linked card is. */
async function expectLines(least: number, known?: Record<string, string[]>): Promise<void> {
	await settled();
	await expect.poll(() => drawn(known)).toEqual({ wrong: [], right: expect.any(Number), broken: [] });
	await expect
		.poll(async () => (await drawn(known)).right, { message: "lines are drawn" })
		.toBeGreaterThanOrEqual(least);
}

const scroll = (column: string, by: number) =>
	page.locator(`[data-column=${column}]`).evaluate((view, more) => view.scrollBy(0, more), by);

test("every line runs from the middle of a card to the middle of one that rests on it", async () => {
	await start({ height: 1800 });
	await expectLines(40, await links());
});

test("while columns scroll, each on its own", async () => {
	await start({ height: 600 });
	const known = await links();
	for (const [column, by] of [
		["fact", 130],
		["insight", 45],
		["fact", 517],
		["insight", -20],
		["fact", -333],
	] as const) {
		await scroll(column, by);
		await expectLines(6, known);
	}
});

test("when the window gets another size", async () => {
	await start({ height: 900 });
	const known = await links();
	for (const size of [
		{ width: 1000, height: 560 },
		{ width: 1900, height: 1100 },
		{ width: 1280, height: 700 },
	]) {
		await page.setViewportSize(size);
		await expectLines(8, known);
	}
});

test("when columns are filtered, put in another order, and shown again", async () => {
	await start({ height: 1200 });
	const known = await links();
	await page.keyboard.press("/");
	await page.keyboard.type("backdrop");
	await card("N-2").waitFor({ state: "hidden" });
	await expectLines(4, known);
	await page.keyboard.press("Escape");
	await card("N-2").waitFor();
	await expectLines(20, known);
	await role("button", "Filter and sort Insights").click();
	await role("radio", "Newest first").check();
	await expectLines(20, known);
	await role("checkbox", /^Confirmed/).check();
	await card("N-5").waitFor({ state: "hidden" });
	await expectLines(12, known);
});

test("when a column is folded away and comes back, and when a card goes", async () => {
	await start({ height: 1200 });
	const known = await links();
	await role("button", "Fold Facts").click();
	await page.locator("[data-column=fact]").waitFor({ state: "detached" });
	await expectLines(8, known);
	await role("button", "Unfold Facts").click();
	await card("F-1").waitFor();
	await expectLines(20, known);
	await card("N-4").click();
	await page.keyboard.press("Delete");
	await card("N-4").waitFor({ state: "detached" });
	await expectLines(16);
});

test("in the middle and at the end of 20,000 cards", async () => {
	await start({ library: "many" }, MANY);
	for (const share of [0.5, 0.25, 1]) {
		await page.locator("[data-column]").evaluateAll((columns, at) => {
			for (const one of columns) one.scrollTop = (one.scrollHeight - one.clientHeight) * at;
		}, share);
		await expect.poll(() => page.locator("[data-column] :not([hidden]) > [aria-busy=true]").count()).toBe(0);
		await expectLines(8);
	}
});
