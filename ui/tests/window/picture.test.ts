import { expect, test } from "vitest";
import { calls, differing, openView, page, settled, type ViewId } from "./browser.ts";

/** The lines between cards, on a canvas, are no part of it; a word in another size would be ten times as much. */
const MOST_PIXELS_THAT_DIFFER = 10_000;
/** The first, the rest, the view, what it shares with other views, the fake host, and the chat, which follows when all is still. */
const FILES = 24;

test.each<ViewId>(["pipeline", "source", "items"])(
	"what a start shows first looks like what it goes on to show: %s",
	async (view) => {
		await openView(view);
		await settled();
		await expect.poll(() => calls("pictureKeep"), { timeout: 20_000 }).not.toEqual([]);
		const kept = (await calls<{ key: string; shown: string }>("pictureKeep")).at(-1);
		const { sheets } = JSON.parse(kept?.shown ?? "{}") as { sheets: string[] };
		const answers = await Promise.all(sheets.map((sheet) => page.request.get(new URL(sheet, page.url()).href)));
		const styles = (await Promise.all(answers.map((answer) => answer.text()))).join("");
		const rest = await page.screenshot();

		const context = page.context();
		await context.addInitScript(`window.factlyLastPicture = ${JSON.stringify({ ...kept, styles })};`);
		// The rest of the interface never comes, so that only the picture is there.
		await context.route("**/main-*.js", () => {});
		const next = await context.newPage();
		const blank = await context.newPage();
		await next.goto(page.url());
		await next.waitForFunction(() => performance.getEntriesByName("last picture").length > 0);
		await expect
			.poll(async () => differing(rest, await next.screenshot(), blank))
			.toBeLessThan(MOST_PIXELS_THAT_DIFFER);
	},
);

test("a start fetches few files, since the host is asked for each by itself", async () => {
	await openView("source");
	await settled();
	const files = await page.evaluate(() =>
		performance
			.getEntriesByType("resource")
			.flatMap(({ name }) => (name.endsWith(".js") ? new URL(name).pathname : [])),
	);
	expect(files.length, files.join(" ")).toBeLessThan(FILES);
});
