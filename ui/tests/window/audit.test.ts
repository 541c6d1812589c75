import { expect, test } from "vitest";
import { button, calls, openView, page, said, settled } from "./browser.ts";

/** The discovery's one turn, as if its reading had ended so. */
async function endAs(status: "failed" | "queued"): Promise<string> {
	return await page.evaluate((status) => {
		const { content } = window.factlyFake?.state ?? { content: undefined };
		const turn = content?.bundles.find(({ row }) => row.turn !== null);
		if (!turn?.row.run) throw new Error("the sample has a turn that was read");
		turn.row.run = { ...turn.row.run, status };
		return turn.row.id;
	}, status);
}

const turn = () => page.locator("main section button[aria-current]", { hasText: /Round of questions/ });

test("a turn whose reading failed is read again from its bundle, or with all that failed", async () => {
	await openView("work");
	await settled();
	const bundle = await endAs("failed");
	await page.keyboard.press("Control+7");
	await turn().click();
	await button("Read now").click();
	await expect.poll(() => calls<{ bundle: string }>("bundleRetry")).toMatchObject([{ bundle }]);
	await button("Retry failed parts (1)").click();
	await expect.poll(() => calls("runsRetry")).toHaveLength(1);
});

test("one that waits is read from its bundle; one that was read is not", async () => {
	await openView("work");
	await settled();
	await endAs("queued");
	await page.keyboard.press("Control+7");
	await turn().click();
	await button("Read now").waitFor();
	await expect.poll(() => button(/^Retry failed parts/).count(), { message: "what waits did not fail" }).toBe(0);
	await page.locator("main section button[aria-current]").first().click();
	await said(/part 1 of/);
	await expect.poll(() => button("Read now").count()).toBe(0);
});
