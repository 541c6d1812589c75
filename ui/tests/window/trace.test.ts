import { expect, test } from "vitest";
import { card, openView, page } from "./browser.ts";
import { openOnMany } from "./many.ts";

/** The trace of an entity: all quotes of its facts, and all of a long one where there is room. */

const report = () => page.locator("section[data-print]");
const entities = () => report().locator("li").count();

/** An Insight that rests on some 900 facts, traced. */
async function traceMany(): Promise<number> {
	await openOnMany();
	await page.keyboard.press("t");
	await report().locator("mark").first().waitFor();
	return page.evaluate(() => {
		const { content } = window.factlyFake?.state ?? {};
		const flood = content?.discoveries.find(({ title }) => title.startsWith("Flood"))?.id;
		const stands = [...(content?.facts.values() ?? [])].filter(
			({ discovery, row }) =>
				discovery === flood && Number(row.label.slice(2)) <= 1000 && !["rejected", "superseded"].includes(row.status),
		);
		return stands.length + 1;
	});
}

test("a long one shows what is nearest, and all of it when that is asked for", async () => {
	const all = await traceMany();
	expect(all).toBeGreaterThan(500);
	await expect.poll(entities).toBe(400);
	await report()
		.getByText(`${all - 400} more are not shown here. Print and Markdown have them.`)
		.waitFor();
	await report().getByRole("button", { name: "Show all" }).click();
	await expect.poll(entities).toBe(all);
	await expect.poll(() => report().getByRole("button", { name: "Show all" }).count()).toBe(0);
});

test("on paper it is whole, whoever asks for the print", async () => {
	const all = await traceMany();
	await expect.poll(entities).toBe(400);
	await page.evaluate(() => {
		const seen: number[] = [];
		const count = () => seen.push(document.querySelectorAll("section[data-print] li").length);
		window.addEventListener("beforeprint", count);
		window.print = count;
		Object.assign(window, { seen });
	});
	await page.pdf();
	await expect.poll(entities, { message: "the screen has what it had" }).toBe(400);
	await page.getByRole("button", { name: "Print" }).click();
	await expect.poll(() => page.evaluate(() => Reflect.get(window, "seen"))).toEqual([all, all]);
});

test("every place that says a fact is quoted, each with a way to it", async () => {
	await openView("pipeline");
	await card("F-1").click();
	await page.keyboard.press("t");
	const quotes = report().locator("figure");
	await expect.poll(() => quotes.count()).toBe(2);
	await quotes.last().getByRole("button").click();
	await page.locator("main section code").waitFor();
});
