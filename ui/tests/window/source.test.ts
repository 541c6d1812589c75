import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { SourceBlock } from "../../src/ipc/bindings.ts";
import { SCRIPTS } from "../host/made/scripts.ts";
import { barriers, calls, host, type Look, openNarrowed, page, role, showView } from "./browser.ts";

async function openSource(discovery: string, look: Look = {}): Promise<void> {
	await openNarrowed("source", look, discovery);
	await text().waitFor();
}

const sample = (look: Look = {}) => openSource("Harbour festival", look);
const large = (look: Look = {}) => openSource("Flood risk", { ...look, library: "large" });
const scripts = (look: Look = {}) => openSource(SCRIPTS, { ...look, library: "scripts" });

const text = () => role("region", /^Text/);
const words = (label: string) =>
	page.locator(`[data-facts][aria-label^="Fact ${label},"], [data-facts][aria-label*="Fact ${label},"]`).first();
const card = (label: string) => page.locator("[data-fact-card]").filter({ has: page.locator(`b:text-is("${label}")`) });
const selected = () => page.locator("[data-fact-card][aria-current]");

/** Returns the distance from the middle of an element to the middle of the text's view, in its heights: 0 is the
 * middle, 0.5 an edge. */
async function offCentre(element: Locator): Promise<number> {
	const [box, view] = await Promise.all([element.boundingBox(), text().boundingBox()]);
	if (!box || !view) return Number.POSITIVE_INFINITY;
	return Math.abs(box.y + box.height / 2 - view.y - view.height / 2) / view.height;
}

/** Selects words as a reader would have, from the first place where `from` stands to the end of `to`, once they are there. */
async function selectWords(from: string, to: string) {
	await expect
		.poll(() => selectsWords(from, to), { message: `“${from}” and “${to}” on the screen in one piece` })
		.toBe(true);
}

function selectsWords(from: string, to: string): Promise<boolean> {
	return page.evaluate(
		([first = "", last = ""]) => {
			const find = (wanted: string) => {
				const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
					node.parentElement?.closest("[data-block-start]") ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
				);
				for (let node = walker.nextNode(); node; node = walker.nextNode()) {
					const at = node.textContent?.indexOf(wanted) ?? -1;
					if (at >= 0) return { node, at };
				}
				return null;
			};
			const start = find(first);
			const end = find(last);
			if (!start || !end) return false;
			document.getSelection()?.setBaseAndExtent(start.node, start.at, end.node, end.at + last.length);
			return true;
		},
		[from, to],
	);
}

/** The words that the last `factAdd` named by its offsets, as the host has them. */
async function lastAdded(): Promise<string | undefined> {
	const last = (await calls<{ input: string; start: number; end: number }>("factAdd")).at(-1);
	if (!last) return undefined;
	const blocks = await host.value<SourceBlock[]>("source_blocks", { input: last.input, from: 0, to: 100 });
	const whole = blocks.reduce((text, block) => text.padEnd(block.start, "\n") + block.text, "");
	return whole.slice(last.start, last.end);
}

describe("from a fact to its words and back", () => {
	test("a highlight has a name, and pressing it selects the fact", async () => {
		await sample();
		await role("button", /^Fact F-1, accepted.*: about 1,200 guests each night$/).click();
		await expect.poll(() => selected().textContent()).toContain("F-1");
	});

	test("a card selects its words", async () => {
		await sample();
		await card("F-5").click();
		await expect.poll(() => words("F-5").getAttribute("aria-current")).toBe("true");
	});

	test("what can be done to the selected fact covers no other card", async () => {
		await scripts();
		await card("F-1").locator("b").click();
		await expect.poll(() => selected().count()).toBe(1);
		const buttons = () => selected().locator("xpath=..").getByRole("button").count();
		await expect.poll(buttons, { message: "the card alone: the dock has the buttons" }).toBe(1);
		await page.keyboard.press("Control+i");
		await page.locator("[data-fact-card][aria-current] + * button").first().waitFor();
		const covered = () =>
			page.locator("[data-fact-card]").evaluateAll((cards) =>
				cards.flatMap((card) => {
					const head = card.querySelector("b")?.getBoundingClientRect();
					if (!head || head.bottom > innerHeight) return [];
					const above = document.elementFromPoint(head.x + 2, head.y + head.height / 2);
					return card.contains(above) ? [] : [card.textContent];
				}),
			);
		await expect.poll(covered).toEqual([]);
	});

	test("overlapping highlights: the smallest first, then the next larger, then round", async () => {
		await scripts();
		const overlap = page.locator('[data-facts][aria-label$=": 500 kg"]');
		for (const expected of ["F-3", "F-2", "F-1", "F-3"]) {
			await overlap.click();
			await expect.poll(() => selected().textContent(), { message: `then ${expected}` }).toContain(expected);
		}
	});

	test("a fact far outside the window is scrolled to the middle", async () => {
		await large();
		await showView("facts");
		await role("textbox", "Search facts").fill("F-7777");
		await role("row").filter({ hasText: "F-7777" }).click();
		await page.keyboard.press("Enter");
		await words("F-7777").waitFor();
		await expect.poll(() => offCentre(words("F-7777")), { message: "centred" }).toBeLessThan(0.1);
		await expect.poll(() => selected().textContent()).toContain("F-7777");
	});

	test("the strip jumps to where it is pressed", async () => {
		await large();
		const strip = page.locator("svg[viewBox='0 0 8 500']");
		const box = await strip.boundingBox();
		if (!box) throw new Error("no strip");
		await strip.click({ position: { x: 4, y: box.height * 0.75 } });
		const share = () => text().evaluate((view) => view.scrollTop / view.scrollHeight);
		await expect.poll(share).toBeGreaterThan(0.65);
		await expect.poll(share).toBeLessThan(0.85);
	});
});

describe("by keys", () => {
	test("] and [ walk the highlights and take the focus to the words", async () => {
		await sample();
		await page.keyboard.press("]");
		await expect.poll(() => words("F-1").evaluate((element) => element === document.activeElement)).toBe(true);
		await page.keyboard.press("]");
		await expect.poll(() => selected().textContent()).toContain("F-2");
		await page.keyboard.press("[");
		await expect.poll(() => selected().textContent()).toContain("F-1");
	});

	test("J and K walk the cards, also far past what has been drawn", async () => {
		await large();
		for (let n = 1; n <= 25; n++) {
			await page.keyboard.press("j");
			await expect.poll(() => selected().count(), { message: `after ${n} steps` }).toBe(1);
			await expect.poll(() => selected().evaluate((element) => element === document.activeElement)).toBe(true);
		}
		const there = await selected().textContent();
		await page.keyboard.press("k");
		await expect.poll(async () => (await selected().textContent()) !== there).toBe(true);
	});

	test("A accepts the selected fact, Ctrl Z takes it back, Escape lets go", async () => {
		await sample();
		await card("F-4").click();
		await page.keyboard.press("a");
		await expect.poll(() => card("F-4").textContent()).toContain("Accepted");
		await page.keyboard.press("Control+z");
		await expect.poll(() => card("F-4").textContent()).toContain("New");
		await page.keyboard.press("Escape");
		await expect.poll(() => selected().count()).toBe(0);
	});

	test("the source is renamed from the palette, and its name has the focus", async () => {
		await sample();
		await page.keyboard.press("Control+k");
		await role("combobox", "Search commands").fill("Rename this Input");
		await page.keyboard.press("Enter");
		const name = role("textbox", /^New title of I-/);
		await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
		await name.fill("What the council said");
		await page.keyboard.press("Enter");
		await role("button", /What the council said/)
			.first()
			.waitFor();
	});

	test("Space opens the card where it stands", async () => {
		await sample();
		await page.keyboard.press("j");
		await expect.poll(() => selected().count()).toBe(1);
		// The focus follows the selection once the words have been scrolled to; until then Space is the page's.
		await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? "")).toContain("F-1");
		const statement = "Guests per night: 1,200Guests per night: 1,200";
		expect(await card("F-1").textContent(), "closed, it says its value alone").not.toContain(statement);
		await page.keyboard.press("Space");
		await expect.poll(() => card("F-1").textContent()).toContain(statement);
	});
});

describe("a fact from selected words", () => {
	const rows: [rule: string, discovery: typeof sample, from: string, to: string, quote: string][] = [
		["within a paragraph", sample, "Present: Mara", "Jonas", "Present: Mara (producer), Jonas"],
		[
			"over a paragraph's end",
			sample,
			"on the concrete strip.",
			"The budget for",
			"on the concrete strip.\n\nThe budget for",
		],
		["right-to-left", scripts, "מנהל הנמל", "מנהל הנמל", "מנהל הנמל"],
		["after joined emoji and decomposed letters", scripts, ", and 3 🚒", " came", ", and 3 🚒 came"],
	];
	test.each(rows)("is exactly those words: %s", async (rule, open, from, to, quote) => {
		await open();
		await selectWords(from, to);
		await role("button", /^Add fact from this/).click();
		const form = role("form", "Add fact");
		await expect
			.poll(() => form.getByLabel("Statement").inputValue(), { message: "the statement begins as the quote" })
			.toBe(quote.trim());
		await form.getByLabel("Statement").fill("What was meant");
		await page.keyboard.press("Control+Enter");
		await form.waitFor({ state: "detached" });
		await expect.poll(() => lastAdded(), { message: rule }).toBe(quote.trim());
		await expect.poll(() => selected().textContent()).toContain("What was meant");
	});

	test("N opens the form, Escape keeps what was typed", async () => {
		await sample();
		await selectWords("Present: Mara", "Present: Mara");
		await role("button", /^Add fact from this/).waitFor();
		await page.keyboard.press("n");
		await page.getByLabel("Statement").fill("Mara is the producer");
		await page.keyboard.press("Escape");
		await role("form", "Add fact").waitFor({ state: "detached" });
		await selectWords("Present: Mara", "Present: Mara");
		await role("button", /^Add fact from this/).click();
		await expect.poll(() => page.getByLabel("Statement").inputValue()).toBe("Mara is the producer");
	});

	test("a press on the offer counts though the text moves between its down and its up", async () => {
		await sample({ width: 1400, height: 800 });
		await selectWords("Present: Mara", "Present: Mara");
		const box = await role("button", /^Add fact from this/).boundingBox();
		if (!box) throw new Error("the offer is not there");
		await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
		await page.mouse.down();
		await page.setViewportSize({ width: 1100, height: 800 });
		await page.mouse.up();
		await role("form", "Add fact").waitFor();
	});

	test("a quote that is too long to be evidence says so", async () => {
		await sample();
		await selectWords("Kick-off call", "so the backdrop has to stand");
		await role("button", /^Add fact from this/).click();
		await page.getByText(/characters; at most 250 can be evidence/).waitFor();
		await expect.poll(() => role("button", "Add fact").isDisabled()).toBe(true);
	});
});

test("the button of selected words follows them where the text is laid out anew", async () => {
	await sample({ width: 1400, height: 800 });
	await selectWords("Mara has approved", "still open.");
	const button = role("button", /^Add fact from this/);
	await button.waitFor();
	const distance = async () => {
		const box = await button.boundingBox();
		const words = await page.evaluate(() => document.getSelection()?.getRangeAt(0).getBoundingClientRect().bottom ?? 0);
		return Math.round((box?.y ?? 0) - words);
	};
	// The button comes before it is in its place.
	await expect.poll(async () => (await distance()) - (await distance())).toBe(0);
	const before = await distance();
	const bottom = await page.evaluate(() => document.getSelection()?.getRangeAt(0).getBoundingClientRect().bottom);
	await page.setViewportSize({ width: 1000, height: 800 });
	await expect
		.poll(() => page.evaluate(() => document.getSelection()?.getRangeAt(0).getBoundingClientRect().bottom), {
			message: "the text is in more lines",
		})
		.not.toBe(bottom);
	await expect.poll(distance).toBe(before);
});

test("the offer stands beside the text, and where there is no margin below the words", async () => {
	await sample({ width: 1280, height: 800 });
	await selectWords("Present: Mara", "Present: Mara");
	const offer = role("button", /^Add fact from this/);
	const place = async () => {
		const box = (await offer.boundingBox()) ?? { x: 0, y: 0 };
		return page.evaluate(({ x, y }) => {
			const text = document.querySelector("[data-block-start]")?.getBoundingClientRect();
			const words = document.getSelection()?.getRangeAt(0).getBoundingClientRect();
			return { beside: x > (text?.right ?? 0), below: y >= (words?.bottom ?? 0) };
		}, box);
	};
	await offer.waitFor();
	await expect.poll(place).toEqual({ beside: true, below: false });
	await page.setViewportSize({ width: 700, height: 800 });
	await expect.poll(place).toEqual({ beside: false, below: true });
});

test("the form of a new fact is in sight whole, and no words are under it", async () => {
	await sample({ width: 1100, height: 700 });
	await selectWords("The first show is on", "12 June 2026");
	await role("button", /^Add fact from this/).waitFor();
	await page.keyboard.press("n");
	const form = role("form", "Add fact");
	await form.getByRole("button", { name: "Add fact", exact: true }).waitFor();
	const boxes = () =>
		page.evaluate(() => {
			const box = (of: Element | null | undefined) => of?.getBoundingClientRect() ?? new DOMRect();
			const add = box(document.querySelector("form button[type=submit]"));
			const words = box(document.querySelector("[data-tone=draft]"));
			const whole = box(document.querySelector("form[aria-label='Add fact']"));
			const view = box(document.querySelector("section[aria-label^='Text of']"));
			return {
				button: add.bottom <= view.bottom && add.top >= view.top,
				words: words.height > 0 && words.top >= view.top && words.bottom <= view.bottom,
				apart: whole.left >= box(document.querySelector("[data-block-start]")).right,
			};
		});
	await expect.poll(boxes).toEqual({ button: true, words: true, apart: true });
});

describe("looking for words", () => {
	const field = () => role("textbox", "Find in the text");
	const found = () => role("search").getByRole("status").textContent();

	test("Ctrl F says how many there are, goes on and back, and marks the place", async () => {
		await sample();
		await page.keyboard.press("Control+f");
		await page.keyboard.type("the backdrop");
		await expect.poll(() => field().inputValue(), { message: "letters are letters" }).toBe("the backdrop");
		await expect.poll(found).toBe("1 of 3");
		await page.keyboard.press("Enter");
		await expect.poll(found).toBe("2 of 3");
		await page.keyboard.press("Shift+Enter");
		await page.keyboard.press("Shift+Enter");
		await expect.poll(found, { message: "round from the end" }).toBe("3 of 3");
		await expect.poll(() => page.locator("[data-place]").first().textContent()).toMatch(/^the backdrop/i);
		await field().fill("zeppelin");
		await expect.poll(found).toBe("Not found");
		await page.keyboard.press("Escape");
		await expect.poll(() => field().count()).toBe(0);
		await page.keyboard.press("Control+f");
		await expect.poll(() => field().inputValue(), { message: "what was looked for is there again" }).toBe("zeppelin");
	});

	test("in a list Ctrl F goes to its field, and where there is none to the search of the library", async () => {
		await sample();
		await showView("facts");
		await role("textbox", "Search facts").waitFor();
		await page.keyboard.press("Control+f");
		await page.keyboard.type("nor");
		await expect.poll(() => role("textbox", "Search facts").inputValue()).toBe("nor");
		await showView("overview");
		await page.keyboard.press("Control+f");
		await role("dialog", "Search the library").waitFor();
	});
});

describe("adding", () => {
	test("files come in by the button beside the picker, and the first of them opens", async () => {
		await sample();
		const paths = ["one", "two"].map((name) =>
			host.file(`${name}.txt`, `Number ${name} is about the quay and no other.`),
		);
		host.choose(...paths);
		await role("button", "Add an Input").click();
		await role("menuitem", "Add files").click();
		await role("region", "Text of I-4: one").waitFor();
	});

	test("a library is no Input, and is offered to be opened beside this one", async () => {
		await sample();
		host.drag("drop", ["/srv/walls.factly"]);
		await role("button", "Open it").click();
		await expect.poll(() => calls("libraryOpen")).toEqual([{ path: "/srv/walls.factly" }]);
		expect(await calls("inputAddFiles")).toEqual([]);
	});

	test("what is pasted into no field is a text to add", async () => {
		await sample();
		await page.evaluate(() => {
			const data = new DataTransfer();
			data.setData("text/plain", "The ferry leaves at nine.");
			document.body.dispatchEvent(
				new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
			);
		});
		await role("dialog", "Add a text").waitFor();
		await expect.poll(() => page.getByLabel("Text", { exact: true }).inputValue()).toBe("The ferry leaves at nine.");
	});
});

test("ten thousand facts in a text of 1 MB: the document stays small wherever it is scrolled", async () => {
	await large();
	const nodes = () => text().evaluate((view) => view.querySelectorAll("*").length);
	const height = await text().evaluate((view) => view.scrollHeight);
	for (const share of [0, 0.1, 0.35, 0.5, 0.8, 1]) {
		await text().evaluate((view, top) => view.scrollTo(0, top), height * share);
		await text().locator("[data-block-start]").first().waitFor();
		await expect.poll(() => nodes(), { message: `nodes at ${share}` }).toBeLessThan(1500);
	}
});

test("scrolling draws only the rows that come into view, and leaves those that are there alone", async () => {
	await large();
	// Every drawing of a row's cards makes one observer of its width.
	await page.evaluate(() => {
		const Observer = window.ResizeObserver;
		window.ResizeObserver = class extends Observer {
			constructor(callback: ResizeObserverCallback) {
				super(callback);
				document.body.dataset.drawn = String(Number(document.body.dataset.drawn ?? 0) + 1);
			}
		};
	});
	const rows = await text().evaluate(
		(view) =>
			new Promise<number>((resolve) => {
				const seen = new Set<string | null>();
				let frames = 0;
				const scroll = () => {
					for (const row of view.querySelectorAll("[data-index]")) seen.add(row.getAttribute("data-index"));
					view.scrollTop += 40;
					frames += 1;
					if (frames < 100) requestAnimationFrame(scroll);
					else resolve(seen.size);
				};
				requestAnimationFrame(scroll);
			}),
	);
	const drawn = Number(await page.evaluate(() => document.body.dataset.drawn ?? 0));
	expect(drawn, "each row a few times, not once a frame").toBeLessThan(rows * 4);
});

describe("states", () => {
	test("parts that were not read are counted, with the way on", async () => {
		await large();
		await page.getByText(/of \d+ parts read/).waitFor();
		await role("main").getByRole("button", { name: "Read the rest", exact: true }).first().click();
		// Three parts beside ten thousand facts: a debug build takes long for them.
		await expect.poll(() => page.getByText(/of \d+ parts read/).count(), { timeout: 100_000 }).toBe(0);
	});
});

test("axe finds no barrier with a fact selected and the form open", async () => {
	await scripts();
	await page.keyboard.press("j");
	await expect.poll(() => selected().count()).toBe(1);
	await selectWords("Überlappungen", "Überlappungen");
	await role("button", /^Add fact from this/).click();
	await expect.poll(() => barriers({ within: "main" })).toEqual([]);
});
