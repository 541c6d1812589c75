import { expect, test } from "vitest";
import { type Look, openView, page } from "./browser.ts";

/** What became of each part of a text: the quote from Holm & Sons begins with a heading. */
async function openCoverage(title: string, look: Look = {}): Promise<void> {
	await openView("audit", look);
	await page.getByRole("main").getByRole("tab").nth(1).click();
	await page.getByRole("main").getByRole("button", { name: title }).click();
	await page.getByRole("heading", { level: 2, name: title }).waitFor();
}

const stretches = (of: string) => page.locator(`main section div[data-class="${of}"]`);
const choice = (name: RegExp) => page.locator("main fieldset").getByRole("button", { name });

test("what was skipped is told apart from what gave nothing, with why", async () => {
	await openCoverage("Quote from Holm & Sons");
	await choice(/^Skipped/).click();
	await expect
		.poll(() => stretches("skipped").allInnerTexts())
		.toEqual([expect.stringMatching(/^Skipped\s+# Quote 2026-118, Holm & Sons\s+Heading$/)]);
	await choice(/^Nothing found/).click();
	await expect.poll(() => stretches("nothing").count()).toBeGreaterThan(0);
	const nothing = await stretches("nothing").allInnerTexts();
	expect(nothing.join(" "), "the heading is no part in which nothing was found").not.toContain("# Quote");
});

test("what did not align and what the analyst rejected are two things", async () => {
	await openCoverage("Quote from Holm & Sons");
	await choice(/^Did not align/).click();
	await expect
		.poll(() => stretches("unaligned").allInnerTexts())
		.toEqual([expect.stringContaining("Backdrop in oak veneer")]);
	await choice(/^Rejected 0/).waitFor();
	await choice(/^All/).click();
	await page.getByText("0 rejected by you").waitFor();
	await stretches("facts").first().getByRole("button", { name: /^F-/ }).click();
	await page.keyboard.press("r");
	await page.getByText("1 rejected by you").waitFor();
	await choice(/^Rejected/).click();
	await expect.poll(() => stretches("rejected").count()).toBe(1);
});

test("the reasons are German in a German window", async () => {
	await openView("audit", { language: "de" });
	await page.getByRole("main").getByRole("tab").nth(1).click();
	await page.getByRole("main").getByRole("button", { name: "Interview: night watch" }).click();
	await choice(/^Übersprungen/).click();
	const german = expect.stringMatching(/^Übersprungen\s[^?]*\?\s+Frage$/);
	await expect.poll(async () => (await stretches("skipped").allInnerTexts())[0]).toEqual(german);
});
