import { describe, expect, test } from "vitest";
import { calls, openView, page, settled } from "./browser.ts";

describe("what the last turn changed in the current state", () => {
	const state = () => page.getByRole("region", { name: "Current state", exact: true });

	test("a changed line says what it said before, what went is told, and so is what is contradicted", async () => {
		await openView("work", { width: 1440, height: 900 });
		const changed = state().locator("[data-before]");
		await changed.waitFor();
		await expect.poll(() => changed.textContent()).toContain("before: what was said before F-0");
		await state()
			.locator("button[data-fact]", { has: page.locator("[data-before]") })
			.getByText("changed", { exact: true })
			.waitFor();
		await state()
			.locator("[data-gone]", { hasText: "Who pays for the crane?" })
			.getByText("gone with the last turn")
			.waitFor();
		const contest = state().locator("[data-contest]").first();
		await expect.poll(() => contest.textContent()).toContain("≠ Contradicted:");
		const label = await contest.getAttribute("data-contest");
		await contest.click();
		await page
			.getByRole("complementary")
			.getByRole("heading", { name: label ?? "", exact: true })
			.first()
			.waitFor();
	});

	test("the head of a block says its revision, when it changed, by whom and for which fact", async () => {
		await openView("work", { width: 1440, height: 900 });
		const block = state().locator("[data-block]").first();
		await block.getByText(/^Revision 3 · .*2026.*, by you or a text · F-\d+$/).waitFor();
	});
});

describe("as it stood", () => {
	test("lines that came, went and changed since are shown, beside the time what is left out", async () => {
		await openView("facts", { width: 1440, height: 900 });
		const row = (label: string) => page.getByRole("row", { name: new RegExp(`\\b${label}\\b`) });
		await row("F-4").click();
		await page.keyboard.press("a");
		await expect.poll(() => calls("factAccept")).toHaveLength(1);
		await settled();
		await page.keyboard.press("Control+Shift+h");
		const dialog = page.getByRole("dialog");
		await expect
			.poll(() =>
				dialog
					.getByLabel("As of")
					.getAttribute("aria-describedby")
					.then((id) => page.locator(`[id="${id}"]`).textContent()),
			)
			.toBe("Steps that were undone since are left out, also those that were done by then.");
		await dialog.getByRole("button", { name: "Look at the beginning" }).click();
		await page.getByRole("tab", { name: "The blocks as they stood" }).click();
		const came = page.locator("[data-came]");
		await expect.poll(() => came.count()).toBe(1);
		await expect.poll(() => came.textContent()).toContain("came since");
		await came.getByRole("button", { name: "F-4" }).waitFor();
	});
});
